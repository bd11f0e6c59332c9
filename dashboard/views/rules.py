"""The rule set as a page to read: every clause, what the program does about it, its parameters and their values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from html import escape
from pathlib import Path
from typing import Final

import polars as pl
import streamlit as st

from dashboard import downloads, ledger, links, room, values, words
from dashboard.language import N_, _, current, day, ngettext
from dashboard.ledger import Entry, Rule
from dashboard.loading import Opened
from pipelines.export.shown import Shown
from pipelines.ruleset import listing
from pipelines.ruleset.dated import Row
from pipelines.ruleset.paths import leaf_at
from pipelines.ruleset.vocabulary import RankStep, Rules

STYLE: Final = Path(__file__).parents[1] / "assets" / "rules.css"
DOES: Final = {
    "computes": N_("Computed"),
    "checks": N_("Checked"),
    "reports": N_("Reported"),
    "outside": N_("Outside the program"),
}

_CYRILLIC: Final = re.compile(r"[а-я]", re.IGNORECASE)
_IN_FILES: Final = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")


def page() -> None:
    opened, _bar = room.enter()
    rule_set = opened.league.rule_set
    known = ledger.entries(rule_set)
    st.html(STYLE)
    st.title(_("Rules"))
    st.markdown(f"**{words.plain(rule_set.title)}**  \n{_counted(known)}")
    _evenings(opened)
    _ledger(opened)
    parameters = listing.parameters(rule_set).filter(~pl.col("unset")).drop("unset", "stage", "label")
    downloads.offer(Shown(parameters.with_columns(pl.col("from").cast(pl.String))), rule_set.name, "rules")


def _counted(known: Sequence[Entry]) -> str:
    """How many clauses there are, what becomes of them, and how many readings are assumed."""
    counts = {does: sum(each.clause.does == does for each in known) for does in DOES}
    said = [ngettext("{n} clause", "{n} clauses", len(known)).format(n=len(known))]
    said += [f"{_(DOES[does]).lower()}: {n}" for does, n in counts.items() if n]
    assumed = ledger.assumptions(known)
    return " · ".join([*said, ngettext("{n} assumption", "{n} assumptions", assumed).format(n=assumed)])


def _evenings(opened: Opened) -> None:
    """Evenings on which a rule was another one, each with the way to its page."""
    played = opened.facts.events.filter(pl.col("event").is_in(list(opened.league.events))).sort("ord")
    if played.is_empty():
        return
    st.subheader(_("Changed for one evening"))
    for event, on, title in played.select("event", "date", "title").iter_rows():
        with st.container(gap=None):
            said = words.plain(" · ".join(part for part in (day(on), title) if part))
            links.to("event", said, event=event, game=None)
            st.markdown("\n".join(_evening(opened, event, on)))


def _evening(opened: Opened, event: str, on: date) -> Iterator[str]:
    usual = opened.league.rule_set
    rules = opened.rules.of_event(event, on)
    for path, value in opened.league.events[event].items():
        before = usual.in_force[usual.slice_of(on)].get(path, leaf_at(path).default)
        now, then = (words.plain(values.said(path, each, rules)) for each in (value, before))
        where = _where([path], rules)
        rule = _("{rule}: **{value}** (otherwise: {usual})").format(
            rule=_(leaf_at(path).about.label), value=now, usual=then
        )
        yield f"- {rule}  \n  :small[{words.plain(where)}]"


@st.fragment
def _ledger(opened: Opened) -> None:
    """The clauses that fit what is looked for."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="rules-filter"):
        wanted = st.text_input(_("Find in the rules"), key="rules-text", width=340, icon=":material/search:")
        assumed = st.toggle(_("Assumed only"), key="rules-assumed")
    known = ledger.entries(opened.league.rule_set)
    rules = opened.rules.latest()
    told = [_clause(each, rules, opened.today) for each in (ledger.assumed_only(known) if assumed else known)]
    found = [text for text in told if _fits(text, wanted)]
    if len(found) < len(known):
        said = _("Shown: {n} of {all}").format(n=len(found), all=len(known))
        st.caption(said if found else _("No clause fits. Look for another word, or show all of them."))
    st.html(f'<div class="ledger">{"".join(found)}</div>')


def _fits(html: str, wanted: str) -> bool:
    """Whether every word looked for is in what a clause's section says."""
    text = " ".join(part.partition(">")[2] for part in html.casefold().split("<"))
    return all(escape(word) in text for word in wanted.casefold().split())


def _clause(entry: Entry, rules: Rules, today: date) -> str:
    clause = entry.clause
    more = [_code(_told(text)) for text in (clause.why, clause.by) if text]
    does = " · ".join([f"<b>{_(DOES[clause.does])}</b>", *more])
    read_as = _("Read as:")
    taken = f'<p class="does">{read_as} {_told(clause.taken)}</p>' if clause.taken else ""
    rows = "".join(_rule(each, rules, today) for each in entry.rules)
    table = f'<table aria-label="{escape(entry.number)}"><tbody>{rows}</tbody></table>' if rows else ""
    return (
        f'<section class="clause {clause.does}"><div class="number">{escape(entry.number)}</div><div>'
        f'<p class="says">{_told(clause.says)}</p><p class="does">{does}</p>{taken}{table}'
        "</div></section>"
    )


def _told(text: str) -> str:
    """A text of the rule file in the language of the page; one without a translation as it is written there."""
    said = _(text)
    english = current() != "en" and not _CYRILLIC.search(said)
    return f'<span lang="en">{escape(said)}</span>' if english else escape(said)


def _code(html: str) -> str:
    """With columns of files, kinds of rulings and findings set off, as they are written in files."""
    return _IN_FILES.sub(r"<code>\g<0></code>", html)


def _rule(rule: Rule, rules: Rules, today: date) -> str:
    path = rule.paths[0]
    now = ledger.in_force(rule.rows, today)
    until = [*(row.since for row in rule.rows[1:]), None]
    told = "".join(
        _value(path, row, rules, dates=_dates(row.since, end), past=row is not now)
        for row, end in zip(rule.rows, until, strict=True)
    )
    name = f'{escape(_(rule.label))}<span class="where">{escape(_where(rule.paths, rules))}</span>'
    return f'<tr class="rule"><th scope="row">{name}</th><td>{told}</td></tr>'


def _value(path: str, row: Row, rules: Rules, *, dates: str, past: bool) -> str:
    """One value with its dates and, where the source is silent, the reason."""
    since = f'<span class="since">{escape(dates)}</span>' if dates else ""
    why = escape(_("Assumed: {why}")).format(why=_told(row.assumed)) if row.assumed else ""
    assumed = f'<span class="assumed">{why}</span>' if why else ""
    look = ' class="past"' if past else ""
    return f"<div{look}>{since}{_figure(path, row.value, rules)}{assumed}</div>"


def _figure(path: str, value: object, rules: Rules) -> str:
    if isinstance(value, tuple) and value and isinstance(value[0], RankStep):
        steps = "".join(f"<li>{escape(values.step(each))}</li>" for each in value)
        return f"<ol>{steps}</ol>"
    return f'<span class="value">{escape(values.said(path, value, rules))}</span>'


def _dates(since: date | None, end: date | None) -> str:
    """From when to when a value counts; empty where it always does."""
    first, last = day(since), day(end - timedelta(days=1)) if end else ""
    if since and end:
        return f"{first} – {last}"
    if end:
        return _("until {day}").format(day=last)
    return _("from {day}").format(day=first) if since else ""


def _where(paths: Sequence[str], rules: Rules) -> str:
    """Which games, rounds, series and titles a parameter is about; empty where it is the league's."""
    title = next((f" · {_(said)}" for code, said in words.TITLES.items() if f".titles.{code}." in paths[0]), "")
    said = [_group(name, numbers, rules) for name, numbers in ledger.spans([ledger.group(path) for path in paths])]
    return "; ".join(part + title for part in said if part)


def _group(name: str, numbers: str, rules: Rules) -> str:
    parts = name.split(".")
    if parts[0] == "series":
        return words.series(rules, parts[1])
    if parts[0] != "games":
        return ""
    if len(parts) > 3:  # a variant of a round, by the name the rule file gives it
        told = [_("Round {n}").format(n=parts[3]), *(each.replace("_", " ") for each in parts[5:6])]
        return " · ".join([words.game(rules, parts[1]), *told])
    rounds = _("Rounds {n}") if "–" in numbers else _("Round {n}")
    return " · ".join([words.game(rules, parts[1]), *([rounds.format(n=numbers)] if numbers else [])])
