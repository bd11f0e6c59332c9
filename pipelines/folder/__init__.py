"""The only part of the product that writes into a league's folder: new lines, new files, saved scenarios."""

from pipelines.folder.appeals import decided
from pipelines.folder.errors import FolderError
from pipelines.folder.files import MAX_BYTES, NewFile, add_results_file
from pipelines.folder.lines import NewLines, add_event, append
from pipelines.folder.scenarios import Scenario
from pipelines.folder.trial import Trial, check

__all__ = [
    "MAX_BYTES",
    "FolderError",
    "NewFile",
    "NewLines",
    "Scenario",
    "Trial",
    "add_event",
    "add_results_file",
    "append",
    "check",
    "decided",
]
