"""The command `tablo`: what may be called and with which options. What a command does stands in the modules beside.

They are imported when their command runs, so that `tablo --help` need not wait for tables it does not show.
"""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from pipelines.cli.guard import guarded
from pipelines.cli.options import Asked, FileFormat, Format, as_day

app = typer.Typer(
    name="tablo",
    help="Standings of quiz leagues: places with every tie-break, season points, titles, ranks, and what-if.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"max_content_width": 120},
)

Folders = Annotated[list[Path], typer.Argument(metavar="FOLDER…", help="League folders, each with a league.toml.")]
League = Annotated[str, typer.Argument(metavar="LEAGUE", help="The name of the league's folder.")]
Db = Annotated[Path, typer.Option("--db", metavar="FILE", help="The database that `tablo build` writes.")]
Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="PATH=VALUE", help="Another rule, as a trial; may be repeated. See `tablo rules`."),
]
Decides = Annotated[
    list[str] | None,
    typer.Option("--decide", metavar='"KIND key=value …"', help="A ruling, as a trial; keys as in decisions.csv."),
]
Supposed = Annotated[
    str | None,
    typer.Option("--scenario", metavar="NAME|FILE", help="A saved scenario of the league; --set stands over it."),
]
Day = Annotated[
    date | None,
    typer.Option("--as-of", metavar="DATE", parser=as_day, help="The day by which periods are over (default: today)."),
]
Shape = Annotated[Format, typer.Option("--format", help="table for people; csv or json for programs.")]
Period = Annotated[
    str | None, typer.Option("--period", metavar="P", help="Such as 2026-03, 2025/26, all; else the latest.")
]
City = Annotated[str | None, typer.Option("--city", metavar="C", help="One city; else all, each with its own places.")]
Game = Annotated[str | None, typer.Option("--game", metavar="G", help="Where an evening has several games.")]

DB = Path("data/tablo.duckdb")


@app.command()
def check(folders: Folders, as_of: Day = None, shape: Shape = Format.table) -> None:
    """Read and score folders, store nothing, and list everything doubtful. Exit status 1 where there are errors."""
    from pipelines.cli import building

    raise typer.Exit(building.check(folders, as_of or date.today(), shape))


@app.command()
def build(folders: Folders, db: Db = DB, as_of: Day = None) -> None:
    """Read and score folders, and put these leagues into the database. Exit status 1 where there are errors."""
    from pipelines.cli import building

    raise typer.Exit(building.build(folders, db, as_of or date.today()))


@app.command()
def event(
    league: League,
    event: Annotated[str, typer.Argument(metavar="EVENT", help="The event's id.")],
    game: Game = None,
    through_round: Annotated[
        int | None, typer.Option("--through-round", metavar="N", min=1, help="The table as it stood after round N.")
    ] = None,
    db: Db = DB,
    sets: Sets = None,
    decides: Decides = None,
    scenario: Supposed = None,
    as_of: Day = None,
    shape: Shape = Format.table,
) -> None:
    """The table of an evening: places with every tie-break, points by round, the winner."""
    from pipelines.cli import reading

    reading.event(Asked.of(league, db, sets, decides, as_of, scenario), event, game, through_round, shape)


@app.command()
def series(
    league: League,
    series: Annotated[str, typer.Argument(metavar="SERIES", help="Such as month, season, rating.")],
    period: Period = None,
    city: City = None,
    db: Db = DB,
    sets: Sets = None,
    decides: Decides = None,
    scenario: Supposed = None,
    as_of: Day = None,
    shape: Shape = Format.table,
) -> None:
    """The table of a month, season or career, with what was dropped."""
    from pipelines.cli import reading

    reading.series(Asked.of(league, db, sets, decides, as_of, scenario), series, period, city, shape)


@app.command()
def titles(
    league: League,
    db: Db = DB,
    sets: Sets = None,
    decides: Decides = None,
    scenario: Supposed = None,
    as_of: Day = None,
    shape: Shape = Format.table,
) -> None:
    """Who holds the titles, and who is leading for them."""
    from pipelines.cli import reading

    reading.titles(Asked.of(league, db, sets, decides, as_of, scenario), shape)


@app.command()
def ranks(
    league: League,
    city: City = None,
    event: Annotated[str | None, typer.Option("--event", metavar="E", help="Only ranks reached that evening.")] = None,
    db: Db = DB,
    sets: Sets = None,
    decides: Decides = None,
    scenario: Supposed = None,
    as_of: Day = None,
    shape: Shape = Format.table,
) -> None:
    """Career points, ranks, and the way to the next one."""
    from pipelines.cli import reading

    reading.ranks(Asked.of(league, db, sets, decides, as_of, scenario), city, event, shape)


@app.command("next")
def coming(
    league: League,
    city: City = None,
    db: Db = DB,
    sets: Sets = None,
    decides: Decides = None,
    scenario: Supposed = None,
    as_of: Day = None,
    shape: Shape = Format.table,
) -> None:
    """The coming event: starting handicaps, whether it is its period's first, what is at stake, ranks within reach."""
    from pipelines.cli import ahead

    ahead.coming_edition(Asked.of(league, db, sets, decides, as_of, scenario), city, shape)


@app.command("what-if")
def what_if(
    league: League,
    series: Annotated[str, typer.Argument(metavar="SERIES", help="Such as month, season, rating.")],
    period: Period = None,
    city: City = None,
    db: Db = DB,
    sets: Sets = None,
    decides: Decides = None,
    scenario: Supposed = None,
    as_of: Day = None,
    shape: Shape = Format.table,
) -> None:
    """A series as it is and as it would be under other rules (--set) or rulings (--decide)."""
    from pipelines.cli import reading

    reading.what_if(Asked.of(league, db, sets, decides, as_of, scenario), series, period, city, shape)


@app.command()
def rules(
    rule_set: Annotated[
        str | None, typer.Argument(metavar="[RULE_SET]", help="A name, or the path of a TOML file; else all.")
    ] = None,
    shape: Shape = Format.table,
) -> None:
    """The parameters of a rule set with their clauses, and what is done about every clause."""
    from pipelines.cli import regulations

    regulations.rules(rule_set, shape)


@app.command()
def export(
    league: League,
    to: Annotated[Path, typer.Option("--to", metavar="DIR", help="Where the files go.")],
    shape: Annotated[FileFormat, typer.Option("--format", help="csv opens in a spreadsheet.")] = FileFormat.csv,
    db: Db = DB,
    sets: Sets = None,
    decides: Decides = None,
    scenario: Supposed = None,
    as_of: Day = None,
) -> None:
    """Every computed table of the league as files."""
    from pipelines.cli import reading

    reading.export(Asked.of(league, db, sets, decides, as_of, scenario), to, shape)


@app.command()
def report(
    league: League,
    to: Annotated[Path, typer.Option("--to", metavar="FILE", help="Where it goes: a name with .xlsx or .html.")],
    period: Annotated[
        str | None,
        typer.Option("--period", metavar="P", help="Such as 2026-03, 2025/26, 2026, all; else the latest of each."),
    ] = None,
    db: Db = DB,
    sets: Sets = None,
    decides: Decides = None,
    scenario: Supposed = None,
    as_of: Day = None,
) -> None:
    """The season report for people: standings, titles, ranks, evenings, open findings and assumed rules."""
    from pipelines.cli import reporting

    reporting.report(Asked.of(league, db, sets, decides, as_of, scenario), period, to)


@app.command()
def demo() -> None:
    """The dashboard on the sample leagues (port: the variable PORT, else 8501)."""
    from pipelines.cli import serving

    serving.demo()


@app.command()
def dashboard(
    db: Db = DB,
    public: Annotated[
        bool, typer.Option("--public", help="Read-only: no upload, no saving, no rulings, no paths or file names.")
    ] = False,
) -> None:
    """The dashboard on your database (port: the variable PORT, else 8501)."""
    from pipelines.cli import serving

    serving.dashboard(db, public=public)


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]  # whatever the locale
    sys.exit(guarded(app))
