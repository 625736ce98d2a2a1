"""The fate of each column that can hold something about a person: erased, merged, exported, or kept for a reason.

`tests/tournament/participants/test_fields_of_a_person.py` fails for a column that is in none of these tables, and fills
all columns listed as erased, merged or exported. CONTRIBUTING has the recipe.
"""

_NAME_KEYS = ("name_order", "name_words", "name_spelling")  # computed from the name
_NAME = ("first_name", "last_name", *_NAME_KEYS)

# Emptied or replaced when the person is erased; the test fills each before and looks for it afterwards.
ERASED = {
    "Player": {"key", "club", *_NAME},
    "Registration": {"club", "leaving_reason", "fixed_table", "contact", "token", "publish_name", "salt"},
    "Absence": {"reason"},
    "TableCall": {"text"},
    "Statement": {"text", "remembered"},
    "Result": {"club"},
    "SeasonPlayer": {"publish_name"},
}
# `verify` does not look for remains of these after erasing.
NOT_VERIFIED = {
    **dict.fromkeys(_NAME_KEYS, "computed from the name, and stored with it"),
    **dict.fromkeys(("salt", "token"), "replaced by others that are drawn by chance as well"),
}
# Officials' texts: the name is found and replaced, the rest stays as written.
SEARCHED = {"LedgerEntry": {"text"}, "PrizeAward": {"thing"}, "Adjustment": {"reason", "clause"}}
# Rows that go as a whole.
GONE = {"Ban", "Consent", "EarlierName", "LastingPage", "Membership", "MergeProposal", "YearsPage"}

_BOOK = "the cash book stays whole; it names N. N."
_RESULT = "the result stays as that of N. N."
_SEATED = "who sat where decides results; it leads to N. N."
_CHOSEN = "one of few choices about the event, of N. N."
_OFFICIAL = "an official's act, who answers for it"

# Kept, and why nothing of the person is in it any more.
KEPT = {
    "Player": {"id": "the entry itself", "erased_at": "that it was erased"},
    "Registration": {
        **dict.fromkeys(("id", "event", "player", "number", "status", "left_before_series"), _RESULT),
        **dict.fromkeys(
            ("out_of_competition", "guest"),
            "rankings of players depend on it",
        ),
        **dict.fromkeys(("paid", "fee", "pays_later"), _BOOK),
        **dict.fromkeys(("captain", "invitation"), "leads to other rows, which are erased by themselves"),
        **dict.fromkeys(("checked_in_at", "registered_at", "lost_cards"), _CHOSEN),
    },
    "Registration_categories": dict.fromkeys(("id", "registration", "category"), "rankings of categories depend on it"),
    "DifferentPlayers": dict.fromkeys(("id", "one", "other", "by", "at"), "that two entries are not one; no name"),
    "OrganiserPlayer": dict.fromkeys(("id", "organiser", "player"), _RESULT),
    "TeamMember": dict.fromkeys(("id", "team", "registration", "position", "substitute"), _RESULT),
    "Seat": dict.fromkeys(("id", "table", "series", "number", "registration"), _SEATED),
    "DrawnCard": dict.fromkeys(("id", "draw", "table", "seat", "registration", "drawn_at", "by"), _SEATED),
    "Absence": {
        **dict.fromkeys(("id", "registration", "series_number"), _SEATED),
        **dict.fromkeys(("by", "at"), _OFFICIAL),
    },
    "CallIn": {
        **dict.fromkeys(("id", "substitute", "member", "from_series", "for_good", "noted"), _SEATED),
        **dict.fromkeys(("by", "at", "undone_at", "undone_by"), _OFFICIAL),
    },
    "TablePhone": dict.fromkeys(
        ("id", "spielliste", "registration", "token_hash", "is_pen", "opened_at", "seen_at", "ended_at"),
        "a random token and times of a phone of N. N.; the token opens nothing after the event",
    ),
    "Statement": dict.fromkeys(
        (
            "id",
            "spielliste",
            "seat",
            "registration",
            "agrees",
            "game",
            "content_hash",
            "version",
            "word",
            "way",
            "phone",
            "at",
            "ended_at",
        ),
        "that the seat agreed to the list: the proof of the others rests on it",
    ),
    "Notice": dict.fromkeys(
        (
            "id",
            "revision",
            "registration",
            "seat",
            "left",
            "old_result",
            "new_result",
            "answer",
            "answered_at",
            "told_at",
            "told_by",
            "withdrawn_at",
        ),
        "that a correction was told to the seat (§ 2.2.5)",
    ),
    "LedgerEntry": {
        **dict.fromkeys(
            ("id", "event", "number", "kind", "method", "amount", "registration", "team", "series", "reverses"), _BOOK
        ),
        **dict.fromkeys(("payment_key", "by", "at"), _OFFICIAL),
    },
    "PrizeAward": dict.fromkeys(
        (
            "id",
            "prize",
            "rank",
            "registration",
            "team",
            "amount",
            "released_at",
            "released_by",
            "absent",
            "handed_at",
            "ledger_entry",
        ),
        _RESULT,
    ),
    "PlayOffPlace": dict.fromkeys(("id", "play_off", "registration", "position", "place"), _RESULT),
    "Result": {
        **dict.fromkeys(("id", "event", "season", "organiser", "kind", "day", "series"), _RESULT),
        **dict.fromkeys(("player", "registration", "guest", "counts"), _RESULT),
        **dict.fromkeys(("result", "finished", "handrommes", "half_points", "scoring_points"), _RESULT),
    },
    "SeasonPlayer": dict.fromkeys(("id", "season", "player", "number", "replaced"), _RESULT),
    "Adjustment": {
        **dict.fromkeys(("id", "ranking", "player", "points"), _RESULT),
        **dict.fromkeys(("by", "at", "withdrawn_by", "withdrawn_at"), _OFFICIAL),
    },
    "Qualifier": dict.fromkeys(("id", "qualification", "position", "rank", "player"), _RESULT),
    "SquadMember": dict.fromkeys(("id", "team", "player"), "the squad of a team, with N. N."),
    "TableCall": {
        **dict.fromkeys(("id", "table", "seat", "registration", "about", "called_at", "withdrawn_at"), _CHOSEN),
        **dict.fromkeys(("answered_by", "answered_at", "ended_by", "ended_at"), _OFFICIAL),
    },
}

# Columns of text in which no name is looked for (elsewhere in the program every text is searched for the name).
NAMELESS = {
    "salt": "drawn by chance",
    "word_salt": "drawn by chance",
    "seed": "drawn by chance",
    "token": "drawn by chance",
    "scopes": "words of the program",
    "key": "drawn by chance, or given to a team or club by an event file",
    "payment_key": "drawn by chance by the page",
    "hash": "a hash over commitments",
    "previous_hash": "a hash over commitments",
    "content_hash": "a hash over commitments",
    "body_hash": "a hash of a request",
    "digest": "a hash of a picture, an edition or packed rows",
    "slug": "the address of an event, a season or a ranking, which officials give and papers carry",
    "png": "the badge of a club",
    "name_order": "computed from the person's name, and erased with it",
    "Event.words": "computed from name and organiser of the event, and erased with them",
    "Event.venue_words": "computed from the place, and erased with it",
    "GameRecord.text": "names start numbers alone; its hash is in the chain",
    "GameRecord.sha256": "a hash of a record",
    "ApiToken.hash": "a hash of a secret",
    "SigningKey.public": "drawn by chance",
    "LaptopKey.public": "drawn by chance",
    "PublishingHost.sealed": "a token, encrypted",
    "SigningKey.sealed": "drawn by chance, and encrypted",
    "Hook.url": "the address of another program, which a changed letter would break",
    "Hook.types": "kinds of messages",
    "Hook.sealed": "drawn by chance, and encrypted",
    "HookMessage.ids": "addresses and numbers of public pages",
    "PackedLists.data": "entries with texts are not packed; contents hold start numbers and commitments",
}
# Models outside of the tournament, as a whole.
OUTSIDE = {
    "accounts.User": "officials; what they did stays on record",
    "admin.LogEntry": "searched for the name like the tournament's own texts",
    "account.EmailAddress": "officials; the program sends them nothing",
    "account.EmailConfirmation": "officials; the program sends them nothing",
    "mfa.Authenticator": "secrets of officials",
    "sessions.Session": "signed; holds accounts, phones by their random tokens, and messages until they are shown",
    "auth.Permission": "Django's own words",
    "auth.Group": "none is made",
    "contenttypes.ContentType": "names of models",
    "documents.Job": "names papers by their kinds and numbers, nobody",
}

# Not on the page "Meine Daten" and in its file, which have every other row about a person.
NOT_TOLD = {
    "DifferentPlayers": "two entries of the register, no fact about the person",
    "MergeProposal": "two entries of the register, no fact about the person",
    "OrganiserPlayer": "follows from the registrations, which are told",
    "TeamMember": "told with the registration",
    "Registration_categories": "told by the names of the categories",
    "DrawnCard": "told as the seat that it led to",
    "CallIn": "told as the seats of the substitute; it names another person",
    "LastingPage": "the page itself, which only the person can open",
    "PlayOffPlace": "told by the rank in the standings",
    "Result": "told with the lists",
}
# The same for the columns of a participant.
COLUMNS_NOT_TOLD = {
    "Player": {
        **dict.fromkeys(_NAME_KEYS, "computed from the name"),
        "erased_at": "nobody is left to tell",
        "id": "a number of this database",
    },
    "Registration": {
        **dict.fromkeys(("id", "player"), "numbers of this database"),
        **dict.fromkeys(("salt", "token"), "secrets of the program"),
        **dict.fromkeys(("captain", "invitation"), "by whom the registration came; it names another person"),
    },
}

# When two entries of a person are merged: copied to the remaining entry if it is empty there.
MERGED = {
    "Player": {"key", "club"},
    "Registration": {"number", "club", "fixed_table", "checked_in_at", "contact", "token", "captain", "invitation"}
    | {"paid", "fee", "pays_later"},
}
NOT_MERGED = {
    "Player": {
        **dict.fromkeys(_NAME, "the official chooses whose name stays"),
        "erased_at": "who was erased is not merged",
        "id": "the entry itself",
    },
    "Registration": {
        **dict.fromkeys(("id", "event", "player", "registered_at"), "the registration itself"),
        **dict.fromkeys(("status", "left_before_series", "leaving_reason"), "the one that takes part stays"),
        **dict.fromkeys(("salt", "lost_cards"), "belong to the card and the commitments of the one that stays"),
        "publish_name": "consent is given for the entry it was given with",
        **dict.fromkeys(
            ("out_of_competition", "guest"), "changes rankings; the official sees it on the entry that stays"
        ),
    },
}

# Facts about a participant in the event file, by their names there.
EXPORTED = {
    "Player": {"key": "key", "first_name": "first_name", "last_name": "last_name"},
    "Registration": {
        "number": "number",
        "club": "club",
        "paid": "paid",
        "status": "status",
        "left_before_series": "from_series",
        "out_of_competition": "out_of_competition",
    },
}
NOT_EXPORTED = {
    "Player": {
        **dict.fromkeys(_NAME_KEYS, "computed from the name"),
        "club": "the club played for at the event is exported",
        "erased_at": "somebody called N. N.",
        "id": "a number of this database",
    },
    "Registration": {
        **dict.fromkeys(("id", "event", "player", "captain", "invitation", "fee"), "numbers of this database"),
        **dict.fromkeys(("contact", "token", "salt", "lost_cards"), "how to reach somebody, and secrets"),
        **dict.fromkeys(("leaving_reason", "publish_name"), "the format has no place for it, and it is nobody else's"),
        **dict.fromkeys(("fixed_table", "pays_later", "checked_in_at", "registered_at"), "of the day itself"),
        "guest": "matters in a season, which an event file does not hold",
    },
}

# The keys of values stored as JSON. Values are searched for the name like other texts; keys are not, and have none.
# The log of events keeps columns that `shared/event_log.py` allows: its keys are columns of the tables above.
JSON_KEYS: dict[str, set[str]] = {
    name: set(keys.split())
    for name, keys in {
        "CashCount.pieces": "",
        "Dispute.case": "",
        "Hook.types": "",
        "HookMessage.ids": "event season ranking series release edition number",
        "Dispute.players": "",
        "Dispute.seats": "",
        "Draw.inputs": (
            "club erased event met number order played players schedules series sizes spared tables team threes wanted"
        ),
        "Draw.quality": "club_pairs club_pairs_unavoidable not_opposite repeats team_pairs threes_again",
        "Draw.result": "",
        "Edition.rests_on": "",
        "EditionRow.detail": "",
        "EndingReading.endings": "",
        "Event.options": "",
        "EventCopy.chains": "",
        "EventCopy.history": "",
        "SeasonCopy.events": "",
        "SeasonCopy.history": "",
        "SeasonPublication.history": "",
        "Event.points_per_game": "ended handromme steps",
        "EventLog.new": "",
        "EventLog.old": "",
        "HandIn.cards_missing": "",
        "HandIn.unsigned": "",
        "LogEntry.new": (
            "claimed computed counts endings figure finisher from_game handromme points readings reason seat"
        ),
        "LogEntry.old": "finisher handromme points readings seat",
        "PlayOff.groups": "",
        "PlayTable.players": "",
        "PrizeAward.absent": "",
        "Publication.history": "",
        "RankingVersion.formula": (
            "best best_per drop from guests join keep kinds mean_of_at_least minus missing month_needs n need of over "
            "positive power series take ties times unit value who"
        ),
        "Reading.values": "",
        "Revision.consent": "",
        "Revision.content": (
            "at bonus by claimed claims computed consent counts ended endings event figure finished finisher "
            "format from_game game games handromme handromme_bonus handrommes invalid_reason minus name "
            "number penalties points points_per_game readings reason result revision ruleset rulings "
            "scorer_errors scoring scoring_points seat seats series status steps table total totals vacant values"
        ),
        "SavedKey.answer": "finisher game handromme points readings row version",
        "SeatingRepair.after": "",
        "SeatingRepair.before": "",
        "SecondReadingRow.cells": "",
        "StandingsRelease.days": "",
        "StandingsRelease.rows": (
            "categories club decided_by excluded number out_of_competition play_off_needed play_off_waived "
            "rank results withdrawn_from"
        ),
        "StandingsRelease.team_rows": "decided_by key lists members name play_off_needed rank size sums",
        "Statement.remembered": "",
    }.items()
}
