"""Facts and rules → places, series, titles and ranks. No I/O, no clock."""

from pipelines.scoring.score import score
from pipelines.scoring.through import Through, through_round

__all__ = ["Through", "score", "through_round"]
