"""What keeps the product from writing into a folder, in words."""

from __future__ import annotations


class FolderError(Exception):
    """Nothing was written: where, what was found, what to do next."""

    def __init__(self, where: object, found: str, advice: str) -> None:
        super().__init__(f"{where}: {found}. {advice}")
