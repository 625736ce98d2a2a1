"""Ending lists early, for example when time is up. The remaining games are not played and count 0 for all players."""

from collections.abc import Collection

from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.rows import is_blank
from romme_turnier.core.lists.sheet import BonusMode, Terms
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.change import lock_lists
from romme_turnier.tournament.lists.decisions import let_row_stand, revoke_ruling
from romme_turnier.tournament.lists.loaded_list import LoadedList, load, load_many
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import service


def _played(loaded: LoadedList) -> int:
    """Returns the number of the last game with an entry; 0 if there is none."""
    return max((game.number for game in loaded.sheet.games if not is_blank(game)), default=0)


def why_not_ended_early(loaded: LoadedList) -> str:
    """Returns the reason why the list cannot be ended early, as a sentence; "" if it can."""
    missing, played = loaded.evaluation.missing, _played(loaded)
    if not missing:
        return _("Auf dieser Liste fehlt kein Spiel.")
    if loaded.row.status == models.Spielliste.Status.INVALID:
        return _("Diese Liste ist ungültig.")
    if models.PlayTable.objects.filter(spielliste=loaded.row, ended_at=None).exists():
        return _("Dieser Tisch spielt am Bildschirm. Lassen Sie ihn zuerst im Saal weiterspielen.")
    if loaded.terms.length.target is not None:
        return _("Diese Liste endet mit einer Punktzahl. Vorzeitig beenden lässt sie sich nicht.")
    if not played:
        return _("Auf dieser Liste steht noch kein Spiel. Ohne Spiele kann sie nicht zählen.")
    if missing[0] <= played:
        words = _(
            "Spiel %(game)d ist nicht vollständig eingetragen, spätere sind es. Vorzeitig enden kann nur, "
            "was danach fehlt: Ergänzen Sie das Spiel, oder wählen Sie „Spiel gelten lassen“."
        )
        return words % {"game": missing[0]}
    return ""


def ended_early(loaded: LoadedList) -> list[models.RowRuling]:
    """Returns the rulings that accept unplayed games at the end of the list."""
    return [ruling for ruling in loaded.rulings if ruling.game > _played(loaded)]


def meaning_of_fewer_games(terms: Terms) -> list[str]:
    """Returns sentences about the effects of an early end on the players' results."""
    rules, bonus = terms.ruleset, terms.bonus
    sentences = [_("Entfallene Spiele zählen für alle am Tisch 0.")]
    if terms.points_per_game is not None:
        words = _("Weniger Spiele heißt weniger Wertungspunkte: Der Tisch steht schlechter da als nach allen Spielen.")
    elif rules.highest_wins:
        words = _(
            "Weniger Spiele heißt weniger Punkte: Wer kürzer gespielt hat, steht schlechter da als nach allen Spielen."
        )
    else:
        words = _(
            "Weniger Spiele heißt weniger Minuspunkte: Wer kürzer gespielt hat, steht besser da als andere Tische."
        )
    sentences.append(words)
    if bonus.four or bonus.three:
        sentences.append(
            _("Der Bonus zählt nur für Spiele, die jemand beendet hat.")
            if bonus.mode is BonusMode.PER_FINISHED_GAME
            else _("Den Bonus der Liste bekommt jeder wie nach allen Spielen.")
        )
    return sentences


@service(gettext_lazy("Liste vorzeitig beendet"))
def end_early(spielliste: models.Spielliste, *, reason: str, expected: int | None = None, by: User | None) -> None:
    """Ends a list early: all games after the last one with an entry are not played.

    Raises TournamentError for a missing reason or if `why_not_ended_early` returns an obstacle, and the errors of
    `change`.
    """
    loaded = _load_locked(spielliste)
    if why := why_not_ended_early(loaded):
        raise TournamentError(why)
    for game in loaded.evaluation.missing:
        let_row_stand(spielliste, game=game, reason=reason, expected=expected, by=by)
        expected = None  # the first decision has increased the version


@service(gettext_lazy("Vorzeitiges Ende zurückgenommen"))
def play_on(spielliste: models.Spielliste, *, reason: str, expected: int | None = None, by: User | None) -> None:
    """Undoes `end_early`: the games are missing again.

    Raises TournamentError for a missing reason or if the list was not ended early, and the errors of `change`.
    """
    rulings = ended_early(_load_locked(spielliste))
    if not rulings:
        raise TournamentError(_("Diese Liste ist nicht vorzeitig beendet."))
    for ruling in rulings:
        revoke_ruling(ruling, reason=reason, expected=expected, by=by)
        expected = None


def _load_locked(spielliste: models.Spielliste) -> LoadedList:
    lock_lists(models.Spielliste.objects.filter(pk=spielliste.pk))  # waits until a row that is being saved is stored
    return load(spielliste.pk)


@service(gettext_lazy("Serie vorzeitig beendet"))
def end_series_early(series: models.Series, tables: Collection[int], *, reason: str, by: User | None) -> None:
    """Ends the lists of these tables early.

    Raises TournamentError if none of the tables has a list, and the errors of `end_early`.
    """
    for spielliste in _lists(series, tables):
        end_early(spielliste, reason=reason, by=by)


@service(gettext_lazy("Vorzeitiges Ende der Serie zurückgenommen"))
def play_series_on(series: models.Series, tables: Collection[int], *, reason: str, by: User | None) -> None:
    """Undoes `end_series_early` for the lists of these tables.

    Raises TournamentError if none of the tables has a list, and the errors of `play_on`.
    """
    for spielliste in _lists(series, tables):
        play_on(spielliste, reason=reason, by=by)


def _lists(series: models.Series, tables: Collection[int]) -> list[models.Spielliste]:
    lists = list(models.Spielliste.objects.filter(table__series=series, table__number__in=tables).order_by("pk"))
    if not lists:
        raise TournamentError(_("Bitte wählen Sie mindestens einen Tisch."))
    return lists


def lists_of(series: models.Series) -> list[LoadedList]:
    """Returns the lists of the series, ordered by table. Raises DamagedPackError as `load_many` does."""
    return list(load_many(models.Spielliste.objects.filter(table__series=series).order_by("table__number")))
