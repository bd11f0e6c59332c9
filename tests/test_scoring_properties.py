"""What holds for every league: order is irrelevant, nothing counts twice, and a scenario leaves no trace."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import date, datetime, timedelta
from functools import cache
from pathlib import Path

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from pipelines.compare import what_if, with_changes
from pipelines.ruleset.bound import LeagueRules, bind
from pipelines.ruleset.league import League, Texts, league_of_texts
from pipelines.scoring import score
from pipelines.tables import FACT_SCHEMAS, UNITS, Facts, Scored

RULES = Path(__file__).parents[1] / "rules"
DAY = date(2026, 12, 31)
TEAMS = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon"]
SOME = settings(max_examples=25)


@cache
def league(rule_set: str) -> League:
    written = (RULES / f"{rule_set}.toml").read_text("utf-8")
    return league_of_texts("made", Texts(f'rule_set = "{rule_set}"\n', written))


def rules(rule_set: str, **patch: object) -> LeagueRules:
    return bind(league(rule_set), {path.replace("__", "."): value for path, value in patch.items()})


def frame(table: str, rows: list[dict[str, object]]) -> pl.DataFrame:
    """Rows of a fact table; columns left out are null, flags false."""
    schema = FACT_SCHEMAS[table].create_empty().schema
    flags = {n: False for n, t in schema.items() if t == pl.Boolean and n != "paid"}
    return pl.DataFrame([{**dict.fromkeys(schema), **flags, **row} for row in rows], schema=schema)


def evenings(count: int, season: str | None = "2026") -> pl.DataFrame:
    return frame(
        "events",
        [
            {
                "event": f"e{n}",
                "ord": n,
                "date": date(2026, 1, 5) + timedelta(days=9 * n),
                "kind": "regular",
                "state": "final",
                "city": "Town",
                "season": season,
            }
            for n in range(count)
        ],
    )


def teams() -> pl.DataFrame:
    return frame("teams", [{"team_id": t.lower(), "team": t, "folded": t.lower(), "city": "Town"} for t in TEAMS])


@st.composite
def leagues(draw: st.DrawFn, rule_set: str) -> Facts:
    """A few evenings by total, by round or by answer, with entries, adjustments and rulings."""
    events = evenings(draw(st.integers(1, 5)))
    game = "sixty_seconds" if rule_set == "berlin_60s" else "quiz"
    totals: list[dict[str, object]] = []
    answers: list[dict[str, object]] = []
    entries: list[dict[str, object]] = []
    decisions: list[dict[str, object]] = []
    for event in events["event"]:
        by_answer = draw(st.booleans())
        for team in draw(st.lists(st.sampled_from(TEAMS), min_size=1, unique=True)):
            key = {"event": event, "game": game, "team_id": team.lower()}
            if by_answer:
                marks = draw(st.lists(st.sampled_from(["right", "wrong", "none"]), min_size=4, max_size=4))
                answers += [
                    {**key, "round": 1 + n // 2, "question": 1 + n % 2, "verdict": mark} for n, mark in enumerate(marks)
                ]
            else:
                totals.append({**key, "points": draw(st.integers(0, 8)) * UNITS})
            status = draw(st.sampled_from(["in", "in", "in", "out_of_contest", "disqualified"]))
            entries.append({"event": event, "team_id": team.lower(), "status": status})
            if draw(st.booleans()):
                decisions.append(
                    {
                        **key,
                        "kind": "adjust",
                        "value": str(draw(st.integers(-2, 2))),
                        "ord": len(decisions),
                        "decided_at": datetime(2026, 1, 1, 20),
                        "status": "upheld",
                        "id": f"d{len(decisions)}",
                    }
                )
    made = {"totals": totals, "answers": answers, "entries": entries, "decisions": decisions}
    return Facts(events=events, teams=teams(), **{name: frame(name, rows) for name, rows in made.items()})


def same(a: Scored, b: Scored) -> bool:
    return all(_sorted(getattr(a, f.name)).equals(_sorted(getattr(b, f.name))) for f in fields(Scored))


def _sorted(rows: pl.DataFrame) -> pl.DataFrame:
    lists = [pl.col(n).list.join("|") for n, t in rows.schema.items() if isinstance(t, pl.List)]
    return rows.with_columns(lists).sort(pl.all())


RULE_SETS = st.sampled_from(["bg_monthly", "berlin_60s", "shaker"])
MADE = RULE_SETS.flatmap(lambda name: st.tuples(st.just(name), leagues(name)))


@SOME
@given(MADE, st.randoms(use_true_random=False))
def test_row_order_is_irrelevant_and_the_inputs_are_equal_afterwards(made: tuple[str, Facts], random: object) -> None:
    name, facts = made
    seed = random.randint(0, 10**6)  # type: ignore[attr-defined]
    # events and decisions carry their order in `ord`, so they may be shuffled like the rest
    shuffled = replace(
        facts, **{f.name: getattr(facts, f.name).sample(fraction=1, shuffle=True, seed=seed) for f in fields(Facts)}
    )
    before = {f.name: getattr(facts, f.name).clone() for f in fields(Facts)}
    assert same(score(facts, rules(name), as_of=DAY), score(shuffled, rules(name), as_of=DAY))
    assert all(getattr(facts, n).equals(rows) for n, rows in before.items())


@SOME
@given(MADE)
def test_an_empty_patch_and_a_patch_of_a_value_with_itself_change_nothing(made: tuple[str, Facts]) -> None:
    name, facts = made
    plain = score(facts, rules(name), as_of=DAY)
    game = "sixty_seconds" if name == "berlin_60s" else "quiz"
    itself = rules(name, **{f"games__{game}__rounds__1__value": 1, f"games__{game}__tied_places": "skip"})
    assert f"games.{game}.tied_places" not in itself.forced
    assert same(plain, score(facts, bind(league(name), {}), as_of=DAY))
    assert same(plain, score(facts, itself, as_of=DAY))


PATCHES = {
    "bg_monthly": [
        {"games__quiz__streak_handicap__step": -1},
        {"series__month__beyond": 2},
        {"games__quiz__rounds__1__value": 3},
    ],
    "berlin_60s": [{"series__season_sixty_seconds__drop_worst": 0}, {"games__sixty_seconds__tied_places": "dense"}],
    "shaker": [{"games__quiz__place_by": ["points"]}, {"series__rating__counts": ["in", "out_of_contest"]}],
}
SERIES = {"bg_monthly": "month", "berlin_60s": "season_sixty_seconds", "shaker": "rating"}


@SOME
@given(MADE, st.data())
def test_reusing_stages_gives_what_scoring_anew_gives(made: tuple[str, Facts], data: st.DataObject) -> None:
    name, facts = made
    patch = data.draw(st.sampled_from(PATCHES[name]))
    baseline = score(facts, rules(name), as_of=DAY)
    kept = {f.name: getattr(baseline, f.name).clone() for f in fields(Scored)}
    anew = score(facts, rules(name, **patch), as_of=DAY, checked=False)
    reused = score(facts, rules(name, **patch), as_of=DAY, reuse=baseline, checked=False)
    assert same(replace(anew, findings=facts.findings), replace(reused, findings=facts.findings))
    assert all(getattr(baseline, n).equals(rows) for n, rows in kept.items())


@SOME
@given(MADE, st.data())
def test_the_difference_of_two_scores_is_antisymmetric(made: tuple[str, Facts], data: st.DataObject) -> None:
    name, facts = made
    a = score(facts, rules(name), as_of=DAY)
    b = score(facts, rules(name, **data.draw(st.sampled_from(PATCHES[name]))), as_of=DAY)
    for period, city in a.periods.filter(pl.col("series") == SERIES[name]).select("period", "city").iter_rows():
        there, back = (
            with_changes(what_if(x, y, SERIES[name], period, city)).sort("team_id") for x, y in ((a, b), (b, a))
        )
        for change in ("place_change", "points_change"):
            assert (there[change] + back[change] == 0).all()


@SOME
@given(MADE)
def test_revoking_every_ruling_restores_every_derived_number(made: tuple[str, Facts]) -> None:
    name, facts = made
    ruled = facts.decisions
    revoking = [
        {"kind": "revoke", "value": i, "status": "upheld", "ord": 1000 + n, "decided_at": datetime(2026, 1, 2)}
        for n, i in enumerate(ruled["id"])
    ]
    taken_back = replace(facts, decisions=pl.concat([ruled, frame("decisions", revoking)]))
    without = replace(facts, decisions=ruled.clear())
    a, b = (score(f, rules(name), as_of=DAY, checked=False) for f in (taken_back, without))
    assert same(a, b)


@SOME
@given(MADE)
def test_a_recount_replaces_and_never_adds(made: tuple[str, Facts]) -> None:
    name, facts = made
    verdicts = [
        {
            **row,
            "kind": "set_verdict",
            "value": v,
            "status": "upheld",
            "ord": 1000 + n,
            "decided_at": datetime(2026, 1, 3 + n % 2),
        }
        for n, (row, v) in enumerate(
            (row, v)
            for row in facts.answers.select("event", "game", "round", "question", "team_id").to_dicts()
            for v in ("wrong", "right")
        )
    ]
    once = replace(facts, decisions=frame("decisions", [v for v in verdicts if v["value"] == "right"]))
    twice = replace(facts, decisions=frame("decisions", verdicts))
    a, b = (score(f, rules(name), as_of=DAY, checked=False) for f in (once, twice))
    assert same(a, b)


@SOME
@given(MADE)
def test_guests_move_nobody(made: tuple[str, Facts]) -> None:
    name, facts = made
    guests = facts.entries.filter(pl.col("status") != "in").select("event", "team_id")
    without = replace(
        facts,
        **{
            n: getattr(facts, n).join(guests, on=["event", "team_id"], how="anti")
            for n in ("answers", "totals", "entries", "decisions")
        },
    )
    # an evening of guests alone is still an evening: it stays in the sequence
    with_guests, alone = (score(f, rules(name), as_of=DAY, checked=False).standings for f in (facts, without))
    columns = ["event", "game", "team_id", "place", "place_to", "points", "winner"]
    inside = with_guests.filter(pl.col("status") == "in").select(columns)
    assert _sorted(inside).equals(_sorted(alone.select(columns)))


@SOME
@given(MADE)
def test_places_and_shared_ranges_cover_one_to_n(made: tuple[str, Facts]) -> None:
    name, facts = made
    scored = score(facts, rules(name), as_of=DAY, checked=False)
    inside = scored.standings.filter(pl.col("status") == "in")
    for rows in (
        *inside.partition_by("event", "game"),
        *scored.series_standings.partition_by("series", "period", "city"),
    ):
        taken = sorted(
            p for low, high in rows.select("place", "place_to").unique().iter_rows() for p in range(low, high + 1)
        )
        assert taken == list(range(1, rows.height + 1))
