"""Facts and rules → places, series, titles and ranks. No I/O, no clock."""

from pipelines.scoring.score import score

__all__ = ["score"]
