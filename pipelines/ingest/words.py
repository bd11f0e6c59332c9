"""The words of headings, as people write them in English, Russian, Bulgarian and German; compared after folding."""

from __future__ import annotations

import re
from typing import Final

from pipelines.folding import fold


def _words(text: str) -> frozenset[str]:
    return frozenset(" ".join(word.split()) for word in text.split("|"))


TEAM: Final = _words(
    """
    team | teams | team name | teamname | name of team | название | название команды | команда | команды
    | имя команды | наименование | наименование команды | отбор | име на отбор | име на отбора | отбори
    | mannschaft | mannschaftsname | name des teams
    """
)
TOTAL: Final = _words(
    """
    total | total points | total score | sum | score | points | pts | сумма | сумма баллов | итого |
    итог | всего | всего баллов | всего очков | баллы | очки | результат | общий балл | gesamt |
    gesamtpunkte | gesamtpunktzahl | summe | punkte | ergebnis | общо | общо точки | сбор | сума | точки
    | резултат
    """
)
PLACE: Final = _words(
    """
    place | rank | position | pos | место | позиция | platz | platzierung | rang | място | класиране |
    позиция в класирането
    """
)
EVENT: Final = _words(
    """
    event | edition | quiz | игра | название игры | мероприятие | турнир | квиз | събитие | куиз |
    издание | veranstaltung | spiel | ausgabe
    """
)
DATE: Final = _words(
    """
    date | дата | дата игры | datum
    """
)
CITY: Final = _words(
    """
    city | town | город | град | stadt | ort
    """
)
TEAM_ID: Final = _words(
    """
    team id | team_id | id | ид | id команды | номер команды
    """
)
ROUND: Final = _words(
    """
    round | тур | раунд | кръг | runde | номер тура | № тура | № раунда
    """
)
SUMMARY: Final = _words(
    """
    average | avg | mean | median | max | maximum | min | minimum | sum | total | среднее | средний балл
    | в среднем | медиана | макс | максимум | мин | минимум | сумма | итого | всего | средно | средна |
    общо | сума | durchschnitt | mittelwert | schnitt | summe | gesamt
    """
)

_ROUND_WORD = r"(?:r|rd|round|runde|тур|раунд|кръг|р|т|к)"
_ORDINAL = r"(?:-?(?:st|nd|rd|th|й|ый|ой|и|ви|ри|ти))?"
_ROUND_NUMBER = re.compile(
    rf"^(?:{_ROUND_WORD}\.?\s*(?:№|#|nr\.?)?\s*(\d{{1,2}})|(\d{{1,2}})\.?{_ORDINAL}\s*{_ROUND_WORD}\.?)$"
)
_QUESTION_NUMBER = re.compile(r"^(?:q|question|вопрос|въпрос|frage|в|f)\.?\s*(?:№|#|nr\.?)?\s*(\d{1,3})$")
_BARE_NUMBER = re.compile(r"^\d{1,3}$")


def heading(cell: str | None) -> str:
    """A heading as it is compared: folded, without a colon or full stop at its end."""
    return fold(cell or "").rstrip(":. ")


def round_number(word: str) -> int | None:
    """`R1`, `1 раунд`, `Тур 1`, `Кръг 1` → 1."""
    found = _ROUND_NUMBER.match(word)
    return int(found[1] or found[2]) if found else None


def question_number(word: str) -> int | None:
    """`Q7`, `Вопрос 7` → 7."""
    found = _QUESTION_NUMBER.match(word)
    return int(found[1]) if found else None


def bare_number(word: str) -> int | None:
    """`7` → 7: a question or a round, which only the cells below can tell."""
    return int(word) if _BARE_NUMBER.match(word) else None


def spaced(name: str) -> str:
    """A table's name as it is said in a sentence."""
    return name.replace("_", " ")
