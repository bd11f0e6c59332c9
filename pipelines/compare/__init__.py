"""Two scores of one league side by side, and which change of a scenario made the difference."""

from pipelines.compare.attribution import Attribution, Change, attribution
from pipelines.compare.hands import handovers, titles_changed
from pipelines.compare.sides import moved, only_moved, what_if, with_changes

__all__ = [
    "Attribution",
    "Change",
    "attribution",
    "handovers",
    "moved",
    "only_moved",
    "titles_changed",
    "what_if",
    "with_changes",
]
