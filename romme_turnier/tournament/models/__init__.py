"""The models of tournaments. Only services (`tournament/shared/service.py`) write their rows."""

from romme_turnier.tournament.models.at_table import Statement, TableAccess, TablePhone
from romme_turnier.tournament.models.checking import HandIn, Notice, ScorerError, SecondReading, SecondReadingRow
from romme_turnier.tournament.models.club import (
    Club,
    DifferentClubs,
    DifferentPlayers,
    EarlierName,
    MergeProposal,
    Operator,
    Player,
)
from romme_turnier.tournament.models.dispute import Dispute, DisputeEffect
from romme_turnier.tournament.models.event import (
    EarlierAddress,
    Event,
    EventClub,
    EventLogo,
    EventRole,
    FeeKind,
    FineStep,
    PublicVersion,
    SaidStep,
    TimetableItem,
)
from romme_turnier.tournament.models.hall import (
    Absence,
    Board,
    CallIn,
    DrawnCard,
    HallMessage,
    SeatingRepair,
    Wall,
    WallBoard,
)
from romme_turnier.tournament.models.hook import Hook, HookAttempt, HookMessage, PersonChange
from romme_turnier.tournament.models.invitation import Ban, OfficialInvitation, PlayerInvitation
from romme_turnier.tournament.models.money import CashCount, LedgerEntry, Prize, PrizeAward
from romme_turnier.tournament.models.organiser import (
    ApiToken,
    Membership,
    Office,
    Organiser,
    OrganiserLogo,
    OrganiserPlayer,
    SigningKey,
)
from romme_turnier.tournament.models.playing.tables import GameRecord, PlayMove, PlayTable, PlayVisit
from romme_turnier.tournament.models.publishing.packages import (
    EventCopy,
    LaptopKey,
    MadePackages,
    Publication,
    PublishingHost,
    SeasonCopy,
    SeasonPublication,
)
from romme_turnier.tournament.models.record import EventLog, LogEntry, PackedLists, Revision, SavedKey
from romme_turnier.tournament.models.registration import (
    Category,
    Consent,
    LastingPage,
    Registration,
    Team,
    TeamMember,
)
from romme_turnier.tournament.models.release import PlayOff, PlayOffPlace, StandingsRelease
from romme_turnier.tournament.models.seasons.championship import (
    Decline,
    Qualification,
    Qualifier,
    Quota,
    QuotaShare,
    Stage,
)
from romme_turnier.tournament.models.seasons.league import (
    DayTeam,
    League,
    LeagueDay,
    LeagueGroup,
    LeagueTeam,
    SquadMember,
)
from romme_turnier.tournament.models.seasons.ranking import Adjustment, Edition, EditionRow, Ranking, RankingVersion
from romme_turnier.tournament.models.seasons.season import Result, Season, SeasonDate, SeasonPlayer
from romme_turnier.tournament.models.seasons.years import YearsPage
from romme_turnier.tournament.models.series import Draw, Seat, Series, Table
from romme_turnier.tournament.models.spielliste import (
    Claim,
    EndingReading,
    GameEntry,
    GameRow,
    ListState,
    ListTotal,
    Penalty,
    Reading,
    RowRuling,
    Spielliste,
    Vacancy,
)
from romme_turnier.tournament.models.table_call import TableCall
