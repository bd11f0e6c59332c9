"""The closed vocabulary of rules: every parameter, its type, bounds, stage and label. No value of any league stands here.

A rule set that is in force on a day, with all patches applied, is one frozen `Rules`. `About` says of each parameter at
which stage it acts (the dashboard groups by it), what it is called, and where it may be set for one evening alone.
A default below is the neutral one: the rule is not there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

Stage = Literal["answers", "game", "winner", "handicap", "series", "titles", "ranks", "checks"]
EventKind = Literal["regular", "invitational", "championship"]
Joker = Literal["double", "copy", "first_letter"]


@dataclass(frozen=True)
class About:
    """What a parameter is: the stage it acts in, its label (a message of the catalogues), and whether an evening may differ.

    `plain` ones are names of things: a rule file may give them without a clause.
    """

    stage: Stage
    label: str
    per_event: bool = True
    plain: bool = False


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=False)


def _number(value: object) -> object:
    """Numbers only, each exactly as it was written: 0.1 is a tenth, "1" is a text."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise ValueError("not a number")  # noqa: TRY004 - pydantic reports a ValueError as a problem
    return Decimal(repr(value)) if isinstance(value, float) else value


Number = Annotated[Decimal, BeforeValidator(_number)]
Points = Annotated[Number, Field(ge=-(10**6), le=10**6, max_digits=13, decimal_places=6)]
Step = Annotated[Number, Field(gt=0, le=10**6, max_digits=13, decimal_places=6)]
Share = Annotated[Number, Field(ge=0, le=1, decimal_places=4)]
Flag = Annotated[bool, Field(strict=True)]
Place = Annotated[int, Field(ge=1, strict=True)]
Count = Annotated[int, Field(ge=0, strict=True)]
RoundNumber = Annotated[int, Field(ge=1, strict=True)]
Criterion = Annotated[
    str,
    Field(
        pattern=r"^(points|later_rounds|closing_run|shootout|question_rating|games\.[a-z][a-z0-9_]*\.(points|place))$",
        examples=[
            "points",
            "later_rounds",
            "closing_run",
            "shootout",
            "question_rating",
            "games.H.points",
            "games.H.place",
        ],
    ),
]
SeriesCriterion = Annotated[
    str,
    Field(
        pattern=r"^(most_firsts|last_event|series\.[a-z][a-z0-9_]*\.points)$",
        examples=["most_firsts", "last_event", "series.X.points"],
    ),
]


class Scoring(Model):
    """What an answer is worth in a round, or in one variant of a round."""

    value: Annotated[Points | None, About("answers", "Points for a right answer")] = None
    values: Annotated[tuple[Points, ...] | None, About("answers", "Points by the question's position")] = None
    partial: Annotated[Points | None, About("answers", "Points for a partly right answer")] = None
    stake_right: Annotated[Points | None, About("answers", "Points for a right ticked answer")] = None
    stake_wrong: Annotated[Points | None, About("answers", "Points for a wrong ticked answer")] = None
    stake_none: Annotated[Literal["wrong", "none"], About("answers", "What a ticked blank is")] = "none"
    typos: Annotated[Count | None, About("checks", "Spelling errors allowed")] = None
    questions: Annotated[Count | None, About("checks", "How many questions")] = None
    value_range: Annotated[
        tuple[Points, Points] | None, About("checks", "Usual points for a right answer, from and to")
    ] = None


class Round(Scoring):
    """A round of a game; `variants` where the evening chooses what it is."""

    title: Annotated[tuple[str, ...], About("checks", "Names of the round in score sheets", plain=True)] = ()
    chosen_by: Annotated[Literal["last"] | None, About("checks", "Who chooses the variant")] = None
    variants: Mapping[str, Scoring] = {}


class Double(Model):
    rounds: Annotated[tuple[RoundNumber, ...], About("answers", "Rounds in which the double joker is allowed")]
    uses: Annotated[Count, About("answers", "How often the double joker is allowed")]
    points: Annotated[Points, About("answers", "Points of a question answered twice")]


class Copy(Model):
    rounds: Annotated[tuple[RoundNumber, ...], About("answers", "Rounds in which the copy joker is allowed")]
    uses: Annotated[Count, About("answers", "How often the copy joker is allowed")]
    of_double: Annotated[Literal["full", "earned"], About("answers", "What a copied double earns")] = "full"


class FirstLetter(Model):
    rounds: Annotated[tuple[RoundNumber, ...], About("answers", "Rounds in which the first-letter joker is allowed")]
    uses: Annotated[Count, About("answers", "How often the first-letter joker is allowed")]


class Jokers(Model):
    double: Double | None = None
    copy_: Annotated[Copy | None, Field(alias="copy")] = None
    first_letter: FirstLetter | None = None
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class StreakHandicap(Model):
    from_wins: Annotated[Annotated[int, Field(ge=1, strict=True)], About("handicap", "Wins in a row before a handicap")]
    step: Annotated[Points, About("handicap", "Points for each win from there on")]
    absence: Annotated[Literal["breaks", "pauses"], About("handicap", "What an absence does to a streak")] = "breaks"
    shared_win: Annotated[Flag, About("handicap", "A shared first place is a win")] = True
    across: Annotated[Literal["all", "month"], About("handicap", "How far a streak runs")] = "all"
    events: Annotated[tuple[EventKind, ...], About("handicap", "Kinds of events a streak runs over")] = ("regular",)


class Shootout(Model):
    kind: Annotated[Literal["closest_number", "sudden_death"], About("game", "Kind of shoot-out")]
    places: Annotated[tuple[Place, ...], About("game", "Places a shoot-out may decide")]
    elimination: Annotated[Literal["all_behind", "single_last"], About("game", "Who is out in a shoot-out")] = (
        "all_behind"
    )
    orders: Annotated[Literal["all", "places"], About("game", "What a shoot-out orders")] = "all"
    questions: Annotated[Count | None, About("checks", "How many questions a shoot-out has")] = None


class Game(Model):
    """One ranked contest inside an event."""

    title: Annotated[str, About("checks", "Title of the game", plain=True)] = ""
    rounds: Mapping[int, Round] = {}
    bonus_questions: Annotated[Count | None, About("checks", "How many bonus questions")] = None
    wrong_factor: Annotated[
        Annotated[Number, Field(ge=-10, le=10, decimal_places=4)],
        About("answers", "A wrong answer earns this times the value"),
    ] = Decimal(0)
    late: Annotated[Literal["wrong", "none"], About("answers", "What a late answer is")] = "none"
    void_question: Annotated[
        Literal["credit_all", "credit_none"], About("answers", "What a removed question earns")
    ] = "credit_none"
    coefficient_in: Annotated[tuple[Literal["places", "winner"], ...], About("game", "Where a coefficient counts")] = ()
    coefficient_order: Annotated[Literal["all", "rounds"], About("game", "What a coefficient multiplies")] = "all"
    coefficient_negative: Annotated[Flag, About("game", "A coefficient multiplies sums below zero too")] = True
    jokers: Jokers = Jokers()
    streak_handicap: StreakHandicap | None = None
    place_by: Annotated[tuple[Criterion, ...], About("game", "Criteria for places")] = ("points",)
    winner_by: Annotated[tuple[Criterion, ...] | None, About("winner", "Criteria for the winner")] = None
    winner_frozen: Annotated[Flag, About("winner", "The announced winner stays")] = False
    shootout: Shootout | None = None
    tied_places: Annotated[Literal["skip", "dense"], About("game", "Places after a tie")] = "skip"
    points_step: Annotated[Step | None, About("checks", "Points come in steps of")] = None
    tables_after: Annotated[tuple[RoundNumber, ...], About("checks", "Rounds after which the table is shown")] = ()
    team_size: Annotated[tuple[Count, Count] | None, About("checks", "Players in a team, from and to")] = None


class WinnerTitle(Model):
    given: Annotated[Flag, About("titles", "The first of a period holds a title", per_event=False)]
    qualifies: Annotated[
        Literal["guaranteed", "possible"] | None,
        About("titles", "What the title gives towards the champion quiz", per_event=False),
    ] = None
    final_handicap: Annotated[Points | None, About("titles", "Handicap in the champion quiz", per_event=False)] = None


class ViceTitle(Model):
    when: Annotated[
        Literal["winner_repeats", "always", "never"], About("titles", "When a vice title is given", per_event=False)
    ]
    within: Annotated[
        Literal["year", "ever"], About("titles", "How far back a repeated winner is looked for", per_event=False)
    ] = "year"
    level: Annotated[
        Literal["all", "none"], About("titles", "What teams level behind the winner get", per_event=False)
    ] = "all"
    passes_over: Annotated[
        Literal["none", "winners", "holders"], About("titles", "Teams the vice title passes over", per_event=False)
    ] = "none"
    with_new_winner: Annotated[
        Flag, About("titles", "The vice title is given beside a new winner too", per_event=False)
    ] = True
    qualifies: Annotated[
        Literal["guaranteed", "possible"] | None,
        About("titles", "What the title gives towards the champion quiz", per_event=False),
    ] = None
    final_handicap: Annotated[Points | None, About("titles", "Handicap in the champion quiz", per_event=False)] = None


class TitleRules(Model):
    winner: WinnerTitle | None = None
    vice: ViceTitle | None = None


class Cause(Model):
    """What becomes of the first event's prize in a period: a part stays with the winner, the rest goes to a cause."""

    winner_keeps: Annotated[Share, About("titles", "Share of the prize that the winner keeps", per_event=False)]
    organiser_adds: Annotated[
        Share, About("titles", "Share of the prize that the organiser adds for the cause", per_event=False)
    ] = Decimal(0)
    months: Annotated[
        Count | None,
        About("titles", "Months in which the organiser chooses a cause, if the winner names none", per_event=False),
    ] = None


class RankStep(Model):
    at: Points
    name: str
    perk: str | None = None


class Series(Model):
    """Standings over many events."""

    title: Annotated[str, About("checks", "Title of the series", per_event=False, plain=True)] = ""
    game: Annotated[str, About("series", "Game it adds up", per_event=False)]
    value: Annotated[Literal["points", "place_points"], About("series", "What is added up", per_event=False)]
    period: Annotated[
        Literal["month", "season", "quarter", "year", "career"], About("series", "Period", per_event=False)
    ]
    scope: Annotated[
        Literal["league", "city"], About("series", "One table for the league, or one a city", per_event=False)
    ] = "league"
    events: Annotated[tuple[EventKind, ...], About("series", "Kinds of events that count", per_event=False)] = (
        "regular",
        "invitational",
        "championship",
    )
    counts: Annotated[
        tuple[Literal["in", "out_of_contest"], ...], About("series", "Whose results count", per_event=False)
    ] = ("in",)
    disqualified: Annotated[
        Literal["zero", "zero_kept"], About("series", "What a disqualification is", per_event=False)
    ] = "zero"
    place_points: Annotated[tuple[Points, ...], About("series", "Points by place")] = ()
    beyond: Annotated[Points, About("series", "Points for places after the last in the list")] = Decimal(0)
    first_event_place_points: Annotated[
        tuple[Points, ...], About("series", "Points by place in the period's first event")
    ] = ()
    tie_points: Annotated[Literal["best", "mean"], About("series", "Points of teams that share a place")] = "best"
    absent: Annotated[
        Literal["zero", "skip", "entries_plus_one"], About("series", "What an absence is", per_event=False)
    ] = "skip"
    drop_worst: Annotated[Count, About("series", "Worst results dropped", per_event=False)] = 0
    drop_from: Annotated[
        Literal["second", "season_end"], About("series", "From when results are dropped", per_event=False)
    ] = "second"
    keep_best: Annotated[
        Annotated[int, Field(ge=1, strict=True)] | None, About("series", "Best results that count", per_event=False)
    ] = None
    drop_by_events: Annotated[
        tuple[Count, ...], About("series", "Results dropped, by number of events", per_event=False)
    ] = ()
    better: Annotated[Literal["high", "low"], About("series", "Which points are better", per_event=False)] = "high"
    place_by: Annotated[
        tuple[SeriesCriterion, ...], About("series", "Criteria for teams level in the series", per_event=False)
    ] = ()
    leader_by: Annotated[
        tuple[SeriesCriterion, ...], About("series", "Criteria for teams level in the lead", per_event=False)
    ] = ()
    titles: TitleRules = TitleRules()
    cause: Cause | None = None
    ranks: Annotated[tuple[RankStep, ...], About("ranks", "Ladder of ranks", per_event=False)] = ()
    ranks_kept: Annotated[Flag, About("ranks", "A rank once reached stays", per_event=False)] = True


class Appeals(Model):
    days: Annotated[Count | None, About("checks", "Days after publication in which appeals are taken")] = None
    until: Annotated[
        Literal["next_event", "final_round", "announcement"] | None, About("checks", "Until when appeals are decided")
    ] = None


class Names(Model):
    """What team names must be."""

    unique_in: Annotated[
        Literal["event", "city"] | None, About("checks", "Where a name is unique", per_event=False)
    ] = None
    allowed: Annotated[
        tuple[Literal["cyrillic", "latin", "digits", "punctuation", "spaces"], ...] | None,
        About("checks", "Characters of a name", per_event=False),
    ] = None


class Rules(Model):
    """A whole rule set as it is in force on one day."""

    games: Mapping[str, Game]
    series: Mapping[str, Series] = {}
    appeals: Appeals = Appeals()
    names: Names = Names()
    packages_once: Annotated[Flag, About("checks", "A team plays a package once", per_event=False)] = False


OFF: Final[Mapping[type[Model], tuple[str, object]]] = {
    Double: ("uses", 0),
    Copy: ("uses", 0),
    FirstLetter: ("uses", 0),
    StreakHandicap: ("step", 0),
    Shootout: ("places", []),
    WinnerTitle: ("given", False),
    ViceTitle: ("when", "never"),
}
"""What `false` means where a whole group is meant: `series.month.titles.winner = false`."""
