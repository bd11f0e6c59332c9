"""What the tables do not say by themselves: why a number is what it is, who is ahead of whom, what is still open.

Pure functions from facts, scores and rules to frames, for the dashboard's views. Nothing here ranks or adds up anew:
amounts stay exact (whole numbers of a unit, or texts such as `25/3`), and reasons are words of a closed list that a
view puts into its reader's language.
"""
