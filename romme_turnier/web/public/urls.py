from django.urls import path

from romme_turnier.web.public import calling, draw, event_pages, hall_now, language, machines, players, seasons, seats
from romme_turnier.web.public.at_table import joining, playing as table_play, rows, saying, sheet
from romme_turnier.web.public.my_event import lasting, views as my_event
from romme_turnier.web.public.playing import case, fair, opening, table as play_table
from romme_turnier.web.public.registering import own, views as registering
from romme_turnier.web.public.standings import releases
from romme_turnier.web.public.wall.views import wall

_SEASON = "saison/<slug:name>/<slug:season>/"
_LIST = "t/<event:slug>/serie/<int:series>/tisch/<int:table>/"

app_name = "public"
urlpatterns = [
    path("t/<event:slug>/anmelden/", registering.register, name="register"),
    path("t/<event:slug>/anmelden/mannschaft/", registering.register_team, name="register_team"),
    path("t/<event:slug>/einladung/<str:token>/", registering.invited, name="invited"),
    path("t/<event:slug>/anmeldung/<str:token>/", own.registration, name="registration"),
    path("t/<event:slug>/anmeldung/<str:token>/aendern/", own.change, name="registration_change"),
    path("t/<event:slug>/anmeldung/<str:token>/abmelden/", own.withdraw, name="registration_withdraw"),
    path("t/<event:slug>/anmeldung/<str:token>/loeschen/", own.erase, name="registration_erase"),
    path("t/<event:slug>/meine-daten/<str:token>/", own.own_data_page, name="own_data"),
    path("t/<event:slug>/meine-daten/<str:token>/zustimmungen/", own.own_consents, name="own_consents"),
    path("spielen/", opening.play, name="play"),
    path("spielen/fall/", case.case, name="play_case"),
    path("spielen/faire-karten/", fair.fair, name="play_fair"),
    path("spielen/tisch/<slug:token>/", play_table.table, name="play_table"),
    path("spielen/tisch/<slug:token>/spiel/<int:number>.romme", fair.record, name="play_record"),
    path("", event_pages.home, name="home"),
    path("o/<slug:name>/", event_pages.organiser, name="organiser"),
    path("o/<slug:name>/ihre-daten/", event_pages.organiser_privacy, name="organiser_privacy"),
    path(_SEASON, seasons.season, name="season"),
    path(f"{_SEASON}mein-platz/", seasons.season_row, name="season_row"),
    path(f"{_SEASON}wertung/<slug:key>/", seasons.ranking, name="season_ranking"),
    path(f"{_SEASON}wertung/<slug:key>/ausgabe/<int:number>/", seasons.edition, name="season_edition"),
    path("robots.txt", machines.robots, name="robots"),
    path("manifest.webmanifest", machines.manifest, name="manifest"),
    path("farbe/<slug:colour>.css", machines.accent, name="accent"),
    path("logo/<slug:digest>.png", machines.logo, name="logo"),
    path("sprache/", language.choose_language, name="language"),
    path("t/<event:slug>/", event_pages.event, name="event"),
    path("t/<event:slug>/termine.ics", event_pages.calendar_file, name="calendar"),
    path("t/<event:slug>/ich/", my_event.my_event, name="my_event"),
    path("t/<event:slug>/ich/rang/", my_event.my_rank, name="my_rank"),
    path("t/<event:slug>/ich/karte/", my_event.my_card, name="my_card"),
    path("t/<event:slug>/ich/rufen/", calling.my_call, name="my_call"),
    path("t/<event:slug>/ich/rufen/zuruecknehmen/", calling.my_call_back, name="my_call_back"),
    path("t/<event:slug>/ich/mitteilung/<int:pk>/", my_event.my_notice, name="my_notice"),
    path("t/<event:slug>/ich/bleibend/", lasting.my_lasting, name="my_lasting"),
    path("t/<event:slug>/bleibend/<slug:token>/", lasting.lasting, name="lasting"),
    path("t/<event:slug>/bleibend/<slug:token>/urkunde.pdf", lasting.certificate, name="lasting_certificate"),
    path("t/<event:slug>/rangliste/", releases.standings, name="standings"),
    path("t/<event:slug>/rangliste/<int:after>/<int:number>/", releases.release, name="release"),
    path("t/<event:slug>/rangliste/<int:after>/<int:number>/diagramme/", releases.charts, name="charts"),
    path("t/<event:slug>/rangliste/<int:after>/<int:number>/<slug:key>/", releases.ranking, name="ranking"),
    path("t/<event:slug>/saal/", wall, name="hall"),
    path("t/<event:slug>/saal/jetzt/", hall_now.hall_now, name="hall_now"),
    path("t/<event:slug>/durchsagen/", hall_now.announcements, name="announcements"),
    path("t/<event:slug>/sitz/", seats.seats, name="seats"),
    path("t/<event:slug>/spieler/<int:number>/", players.player, name="player"),
    path("t/<event:slug>/serie/<int:number>/auslosung/", draw.draw, name="draw"),
    path("t/<event:slug>/serie/<int:number>/auslosung/protokoll.json", draw.draw_record, name="draw_record"),
    path(_LIST, players.game_list, name="list"),
    path(f"{_LIST}mit/", joining.join, name="at_table_join"),
    path(f"{_LIST}zettel/", sheet.sheet, name="at_table"),
    path(f"{_LIST}zettel/spiel/", rows.row, name="at_table_row"),
    path(f"{_LIST}zettel/spielen/", table_play.play, name="at_table_play"),
    path(f"{_LIST}zettel/spielen/<int:number>.romme", table_play.record, name="at_table_record"),
    path(f"{_LIST}zettel/schreiben/", sheet.pen, name="at_table_pen"),
    path(f"{_LIST}zettel/sagen/", saying.say, name="at_table_statement"),
    path(f"{_LIST}zettel/platz/<int:seat>/", saying.seat, name="at_table_seat"),
    path(f"{_LIST}zettel/rufen/", calling.table_call, name="at_table_call"),
    path(f"{_LIST}zettel/rufen/zuruecknehmen/", calling.table_call_back, name="at_table_call_back"),
]
