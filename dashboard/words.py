"""What the codes of tables and rules are called: every code that reaches the screen has its words here."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import Any, Final

import polars as pl

from dashboard import letters
from dashboard.language import N_, _, day, decimal_sign
from pipelines.export import told
from pipelines.findings import CATALOGUE, slots
from pipelines.ruleset.vocabulary import Rules

CRITERIA: Final = {
    "points": N_("points"),
    "later_rounds": N_("later rounds"),
    "closing_run": N_("longest closing run of right answers"),
    "shootout": N_("shoot-out"),
    "question_rating": N_("rating of the questions taken"),
    "declared": N_("as declared"),
    "shared": N_("shared"),
    "most_firsts": N_("most first places"),
    "last_event": N_("the last event"),
}
"""What puts a team ahead of another; `games.G.points`, `games.G.place` and `series.S.points` beside them."""

TITLES: Final = {"winner": N_("Winner"), "vice": N_("Vice-champion")}
TITLE_STATUSES: Final = {"won": N_("won"), "leading": N_("leads so far")}
LEADS: Final = {"winner": N_("Leads for the title"), "vice": N_("Leads for the title of vice-champion")}
"""A title that may still be lost: nobody is called its winner yet."""
QUALIFICATIONS: Final = {"guaranteed": N_("guaranteed"), "possible": N_("possible")}
STATUSES: Final = {
    "in": N_("in the ranking"),
    "out_of_contest": N_("out of contest"),
    "disqualified": N_("disqualified"),
}
EVENT_STATES: Final = {
    "planned": N_("planned"),
    "live": N_("live"),
    "final": N_("final"),
    "cancelled": N_("cancelled"),
    "held": N_("held"),
}
EVENT_KINDS: Final = {
    "regular": N_("regular"),
    "invitational": N_("by invitation"),
    "championship": N_("championship"),
}
SEVERITIES: Final = {"error": N_("error"), "warning": N_("warning"), "note": N_("note")}
STAGES: Final = {
    "answers": N_("Answers"),
    "game": N_("Places"),
    "winner": N_("Winner of the evening"),
    "handicap": N_("Handicap"),
    "series": N_("Standings"),
    "titles": N_("Titles"),
    "ranks": N_("Ranks"),
    "checks": N_("Checks"),
}
"""The stages of the vocabulary, in the order in which they act."""
SEASONS: Final = {3: N_("spring {years}"), 6: N_("summer {years}"), 9: N_("autumn {years}"), 12: N_("winter {years}")}
"""Quarter seasons by their first month."""
LOOKALIKE: Final = "lookalike_name"
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})

OPTIONS: Final = {
    "wrong": N_("wrong answer"),
    "none": N_("no answer"),
    "last": N_("the last team"),
    "full": N_("the round's points"),
    "earned": N_("what the copied team earned"),
    "credit_all": N_("all teams get its points"),
    "credit_none": N_("nobody gets its points"),
    "places": N_("places"),
    "winner": N_("winner"),
    "all": N_("all"),
    "rounds": N_("rounds only"),
    "breaks": N_("breaks it"),
    "pauses": N_("pauses it"),
    "month": N_("month"),
    "closest_number": N_("closest number"),
    "sudden_death": N_("sudden death"),
    "all_behind": N_("all that are behind"),
    "single_last": N_("only the single last"),
    "skip": N_("skipped"),
    "dense": N_("not skipped"),
    "winner_repeats": N_("when a winner repeats"),
    "always": N_("always"),
    "never": N_("never"),
    "year": N_("year"),
    "ever": N_("ever"),
    "winners": N_("earlier winners"),
    "holders": N_("all holders of a title"),
    "points": N_("points"),
    "place_points": N_("points by place"),
    "season": N_("season"),
    "quarter": N_("quarter"),
    "career": N_("all time"),
    "league": N_("league"),
    "city": N_("city"),
    "zero": N_("a result of 0"),
    "zero_kept": N_("a result of 0 that is never dropped"),
    "entries_plus_one": N_("one more than there were teams"),
    "best": N_("the best of the shared places"),
    "mean": N_("the mean of the shared places"),
    "second": N_("as soon as there are more results"),
    "season_end": N_("when the period is over"),
    "high": N_("more"),
    "low": N_("fewer"),
    "next_event": N_("the next event"),
    "final_round": N_("the final round"),
    "announcement": N_("the announcement"),
    "event": N_("event"),
    "cyrillic": N_("Cyrillic letters"),
    "latin": N_("Latin letters"),
    "digits": N_("digits"),
    "punctuation": N_("punctuation"),
    "spaces": N_("spaces"),
}
"""The words that a rule's value may be; `OPTIONS_OF` where the same word means another thing."""
OPTIONS_OF: Final = {
    "level.none": N_("nothing"),
    "passes_over.none": N_("none"),
    "absent.skip": N_("no result"),
    "across.all": N_("without end"),
    "coefficient_order.all": N_("rounds, handicap and adjustments"),
    "level.all": N_("the same title"),
    "orders.all": N_("the whole tied group"),
    "orders.places": N_("only the places it may decide"),
}


def criterion(code: str | None, rules: Rules | None = None) -> str:
    """A criterion in words; `rules` give games and series their titles."""
    if not code:
        return ""
    if code in CRITERIA:
        return _(CRITERIA[code])
    kind, name, what = code.split(".")
    if kind == "series":
        return _("points in “{series}”").format(series=series(rules, name))
    said = _("place in “{game}”") if what == "place" else _("points in “{game}”")
    return said.format(game=game(rules, name))


def option(path: str, value: str) -> str:
    """A word that the parameter of this path may be; a criterion or a kind of event as such; itself if it is a name."""
    key = path.rpartition(".")[2]
    if key in ("place_by", "winner_by", "leader_by"):
        return criterion(value) if value in CRITERIA or value.count(".") == 2 else value
    if key in ("qualifies", "counts", "events"):
        known: Mapping[str, str] = {**QUALIFICATIONS, **STATUSES, **EVENT_KINDS}
    else:
        known = OPTIONS
    said = OPTIONS_OF.get(f"{key}.{value}", known.get(value))
    return _(said) if said else value


def game(rules: Rules | None, name: str) -> str:
    """A game's title in the league's own language."""
    found = rules.games.get(name) if rules else None
    return (found.title if found else "") or name


def series(rules: Rules | None, name: str) -> str:
    """A series' title in the league's own language."""
    found = rules.series.get(name) if rules else None
    return (found.title if found else "") or name


def period(kind: str, key: str) -> str:
    """A period of a series of this kind: `March 2026`, `winter 2025/26`, `2025/26`."""
    if kind == "career":
        return _("all time")
    if kind not in ("month", "quarter"):
        return key
    year, month = (int(part) for part in key.split("-"))
    if kind == "month":
        said = day(date(year, month, 1), "LLLL y")
        return said[:1].upper() + said[1:]
    years = f"{year}/{(year + 1) % 100:02d}" if month == 12 else str(year)
    return _(SEASONS[month]).format(years=years)


def clause(row: Mapping[str, Any], *, known: bool) -> str:
    """The clause of a rule, as from `insight.cited.frame`: whole, or its number alone where it was told before."""
    if not row["clause"]:
        return ""
    if known:
        return _("Clause {number}, as above").format(number=row["clause"])
    return _("Clause {number}: {says}").format(number=row["clause"], says=_(row["says"]))


def title(row: Mapping[str, Any]) -> str:
    """A title that a team holds (`title`, `status`), or leads for."""
    return _((TITLES if row["status"] == "won" else LEADS)[row["title"]])


def advice(code: str) -> str:
    """What to do about a finding."""
    return _(CATALOGUE[code][1])


def found(rows: pl.DataFrame, rules: Rules | None = None, events: Mapping[str, str] = NOTHING) -> pl.Series:
    """Of each finding what was found, without the next step, in the language of the page.

    :param rules: give games, series and periods their titles.
    :param events: what each event is called.
    """
    alike = [
        "".join(f" {said}" for said in letters.told(*values)) if code == LOOKALIKE else ""
        for code, values in rows.select("code", "values").iter_rows()
    ]
    return told.found(_titled(rows, rules, events), _speaker(rules)) + pl.Series(alike, dtype=pl.String)


def finding_texts(rows: pl.DataFrame, rules: Rules | None = None) -> pl.Series:
    """Each finding as a whole: what was found, what was wanted, and what to do."""
    steps = pl.Series([advice(code) for code in rows["code"]], dtype=pl.String)
    return found(rows, rules) + " " + steps


def _titled(rows: pl.DataFrame, rules: Rules | None, events: Mapping[str, str]) -> pl.DataFrame:
    """Findings whose values are titles where they were ids, and names with foreign letters marked."""
    named = {text: slots(text) for text in rows["template"].unique()}
    values = [
        _titles(dict(zip(named[template], values, strict=True)), code, rules, events)
        for code, template, values in rows.select("code", "template", "values").iter_rows()
    ]
    return rows.with_columns(pl.Series("values", values, pl.List(pl.String)))


def _titles(at: dict[str, str], code: str, rules: Rules | None, events: Mapping[str, str]) -> list[str]:
    if code == LOOKALIKE:
        return [letters.marked(name) for name in at.values()]
    of = rules.series.get(at.get("series", "")) if rules else None
    if of is not None and "period" in at:
        at["period"] = period(of.period, at["period"])
    if "before" in at:
        at["before"] = events.get(at["before"], at["before"])
    return list(at.values())


def _speaker(rules: Rules | None) -> told.Speaker:
    return told.Speaker(
        message=_,
        moment=lambda moment: f"{day(moment)}, {moment:%H:%M}",
        decimal_sign=decimal_sign(),
        criterion=lambda code: criterion(code, rules),
        game=lambda name: game(rules, name),
        series=lambda name: series(rules, name),
    )


def plain(name: str) -> str:
    """A name as it is, where Markdown is read: none of its signs steers the page."""
    return "".join(f"\\{sign}" if sign in r"\`*_{}[]()#+-.!|~$:<>" else sign for sign in name)


def short(text: str, longest: int = 60) -> str:
    """The beginning of what a link says, which may be anything of any length."""
    return text if len(text) <= longest else f"{text[:longest]}…"


def appeal_effect(winner: bool | None, places: bool | None) -> str:
    """What upholding an open appeal could change."""
    if winner is None:
        return _("Whether it can change the winner cannot be said.")
    if winner:
        return _("It can change the winner.")
    return _("It cannot change the winner, but places.") if places else _("It can change neither winner nor places.")
