"""How the sample leagues are made: plans of what is to happen, and answers made to fit them."""
