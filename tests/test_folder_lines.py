"""Lines added to a league's tables: in the file's own manner, and never at the cost of what stands there."""

from __future__ import annotations

import codecs
import fcntl
import os
import subprocess
import sys
import tempfile
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.folder import FolderError, add_event, append
from pipelines.folder import writing as folder_writing
from pipelines.ingest import read_league
from pipelines.ruleset.league import load_league

LEAGUE = 'rule_set = "bg_monthly"\nlanguage = "bg"\n'
EVENTS = "event,date,kind\ne1,2026-03-05,regular\n"
RULING = {
    "id": "d2",
    "decided_at": datetime(2026, 3, 6, 12, 0),
    "event": "e1",
    "round": 2,
    "question": 5,
    "kind": "void_question",
    "note": "два отговора; и двата верни",
}
HEADINGS = "id,decided_at,event,round,question,team,kind,value,note"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return league(tmp_path)


def league(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "league.toml").write_text(LEAGUE, "utf-8")
    (folder / "events.csv").write_text(EVENTS, "utf-8")
    (folder / "results").mkdir()
    (folder / "results" / "e1.csv").write_text("Отбор,1,2\nЕдно,3,4\nДве,5,2\n", "utf-8")
    return folder


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def decisions(folder: Path) -> list[dict[str, object]]:
    return read_league(folder, load_league(folder)).decisions.to_dicts()


def written(text: str, delimiter: str, line_end: str, encoding: str) -> bytes:
    """The text as somebody's program saves it."""
    mark = codecs.BOM_UTF16_BE if encoding == "utf-16-be" else b""
    return mark + text.replace(",", delimiter).replace("\n", line_end).encode(encoding)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1251", "utf-16", "utf-16-be"])
@pytest.mark.parametrize(("delimiter", "line_end"), [(",", "\n"), (";", "\r\n"), ("\t", "\r")])
@pytest.mark.parametrize("last_end", [True, False])
def test_a_ruling_is_added_in_the_manner_of_the_file(
    folder: Path, encoding: str, delimiter: str, line_end: str, last_end: bool
) -> None:
    text = f"{HEADINGS}\nd1,2026-03-05T22:00:00,e1,,,Две,warn,,Без телефони\n"
    old = written(text if last_end else text[:-1], delimiter, line_end, encoding)
    (folder / "decisions.csv").write_bytes(old)
    append(folder, "decisions", [RULING])
    new = (folder / "decisions.csv").read_bytes()
    assert new.startswith(old)
    assert new[len(old) :].decode("utf-16-le" if encoding == "utf-16" else encoding).endswith(line_end)
    first, second = decisions(folder)
    assert (first["id"], first["note"]) == ("d1", "Без телефони")
    wanted = {"id": "d2", "round": 2, "question": 5, "kind": "void_question", "note": RULING["note"]}
    assert {name: second[name] for name in wanted} == wanted


def test_columns_stand_where_the_file_has_them(folder: Path) -> None:
    """A title above, another order, a column of the organiser's own, capitals."""
    old = "Решения\n\nNote;Kind;подпис;Event;Question;Round;ID;Decided_at\n"
    (folder / "decisions.csv").write_text(old, "utf-8")
    append(folder, "decisions", [RULING])
    last = (folder / "decisions.csv").read_text("utf-8").splitlines()[-1]
    assert last == '"два отговора; и двата верни";void_question;;e1;5;2;d2;2026-03-06T12:00:00'


def test_a_table_that_is_not_there_is_made_with_all_its_columns(folder: Path) -> None:
    append(folder, "awards", [{"event": "e1", "team": "Две", "award": "winner"}])
    append(folder, "names", [{"name_a": "Две", "name_b": "Двe", "same": True}])
    assert (folder / "awards.csv").read_text("utf-8") == (
        "awarded_at,event,series,period,game,city,team,award,value,note\n,e1,,,,,Две,winner,,\n"
    )
    assert (folder / "names.csv").read_text("utf-8").endswith("\n,Две,Двe,,1,,\n")
    facts = read_league(folder, load_league(folder))
    assert facts.awards.height == 1
    assert facts.findings.filter(severity="error").is_empty()


def test_an_evening_is_added(folder: Path) -> None:
    add_event(folder, {"event": "e2", "date": "2026-03-12", "kind": "regular"})
    assert (folder / "events.csv").read_text("utf-8") == EVENTS + "e2,2026-03-12,regular\n"
    with pytest.raises(FolderError, match="already"):
        add_event(folder, {"event": "E1", "date": "2026-03-19"})


@pytest.mark.parametrize(
    ("old", "rows", "said"),
    [
        (f"{HEADINGS}\n", [{**RULING, "game": "quiz", "by": "host"}], "lacks columns: game, by"),
        ("kind,value\n", [{"kind": "warn", "note": "а"}], "has no column note. Add it as a heading"),
        (f"{HEADINGS}\n", [{"kind": "warn", "team": None, "value": " "}, {"event": "e1"}], "kind is empty"),
        (f"{HEADINGS}\n", [{"kind": "warn", "colour": "red"}], "no column colour"),
        (f"{HEADINGS}\nD2,,,,,,warn,,\n", [RULING], "'d2' already"),
        (f"{HEADINGS}\n", [RULING, RULING], "'d2' already"),
        ("a,b\n1,2\n", [RULING], "headings are not those of decisions"),
        (f'{HEADINGS}\nd1,"open', [RULING], "do not pair up|would not be read"),
    ],
)
def test_what_does_not_fit_is_said_and_nothing_is_lost(
    folder: Path, old: str, rows: list[dict[str, object]], said: str
) -> None:
    (folder / "decisions.csv").write_text(old, "utf-8")
    before = names(folder)
    with pytest.raises(FolderError, match=said):
        append(folder, "decisions", rows)
    assert (folder / "decisions.csv").read_text("utf-8") == old
    assert names(folder) == before


def test_a_letter_that_the_encoding_lacks(folder: Path) -> None:
    old = f"{HEADINGS}\nd1,,e1,,,,warn,,Без телефони\n".encode("cp1251")
    (folder / "decisions.csv").write_bytes(old)
    with pytest.raises(FolderError, match="Windows-1251, which has no letter '😀'"):
        append(folder, "decisions", [{**RULING, "note": "ура 😀"}])
    assert (folder / "decisions.csv").read_bytes() == old


@pytest.mark.parametrize("name", [".~lock.decisions.csv#", "~$decisions.csv", "~$cisions.csv"])
def test_a_file_that_an_office_program_holds(folder: Path, name: str) -> None:
    (folder / "decisions.csv").write_text(f"{HEADINGS}\n", "utf-8")
    (folder / name).touch()
    with pytest.raises(FolderError, match="another program has the file open"):
        append(folder, "decisions", [RULING])
    (folder / name).unlink()
    append(folder, "decisions", [RULING])


HOLDER = "import fcntl,sys,time; f=open(sys.argv[1],'r+b'); fcntl.{lock}(f,fcntl.LOCK_EX); print(1,flush=True); input()"


@pytest.mark.parametrize("lock", ["flock", "lockf"])
def test_a_file_that_another_process_has_locked(folder: Path, lock: str) -> None:
    path = folder / "decisions.csv"
    path.write_text(f"{HEADINGS}\n", "utf-8")
    command = [sys.executable, "-c", HOLDER.format(lock=lock), str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        with pytest.raises(FolderError, match="another program has the file open"):
            append(folder, "decisions", [RULING])
        holder.communicate(b"\n")
    append(folder, "decisions", [RULING])


def test_a_folder_that_is_being_written_to(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    handle = os.open(folder, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    with pytest.raises(FolderError, match="being written to"), folder_writing.locked(folder, patience=0.1):
        pass
    os.close(handle)


def test_a_file_changed_meanwhile_is_not_overwritten(folder: Path) -> None:
    path = folder / "decisions.csv"
    path.write_text("old", "utf-8")
    with pytest.raises(FolderError, match="changed the file just now"):
        folder_writing.put(path, b"old and new", lambda _new: path.write_text("old by another", "utf-8"))
    assert path.read_text("utf-8") == "old by another"


def _rule(folder: Path, number: int) -> None:
    append(folder, "decisions", [{"id": f"p{number}", "event": "e1", "team": "Две", "kind": "warn"}])


def test_writers_queue_and_no_line_is_lost(folder: Path) -> None:
    # processes of their own: a spawned child would run again whatever pytest's process calls its main module
    code = (
        "import sys; from pathlib import Path; from tests.test_folder_lines import _rule;"
        "_rule(Path(sys.argv[1]), int(sys.argv[2]))"
    )
    crowd = [
        subprocess.Popen([sys.executable, "-c", code, str(folder), str(n)], cwd=Path(__file__).parents[1])
        for n in range(3)
    ]
    assert [one.wait() for one in crowd] == [0, 0, 0]
    assert {row["id"] for row in decisions(folder)} == {"p0", "p1", "p2"}


MANNERS = [(",", "\n", "utf-8"), (";", "\r\n", "cp1251"), ("\t", "\r", "utf-8"), (";", "\n", "utf-16")]
_TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)


@given(
    note=_TEXT,
    team=_TEXT,
    manner=st.sampled_from(MANNERS),
)
def test_any_text_is_added_as_it_is_or_not_at_all(note: str, team: str, manner: tuple[str, str, str]) -> None:
    delimiter, line_end, encoding = manner
    with tempfile.TemporaryDirectory() as name:
        folder = league(Path(name))
        path = folder / "decisions.csv"
        old = written(f"{HEADINGS}\nd1,,e1,,,Две,warn,,Спокойно\n", delimiter, line_end, encoding)
        path.write_bytes(old)
        try:
            append(folder, "decisions", [{"id": "x", "event": "e1", "kind": "warn", "team": team, "note": note}])
        except FolderError:
            assert path.read_bytes() == old
        else:
            assert path.read_bytes().startswith(old)
            assert path.read_bytes() != old
        assert names(folder) == ["decisions.csv", "events.csv", "league.toml", "results"]


def test_what_a_killed_writer_left_is_not_read_and_goes(folder: Path) -> None:
    left = folder / ".decisions.csv.tablo-new.csv"
    left.write_text(f"{HEADINGS}\nd9,,e1,,,,warn,,half", "utf-8")
    assert decisions(folder) == []
    append(folder, "decisions", [RULING])
    assert [row["id"] for row in decisions(folder)] == ["d2"]
    assert not left.exists()
