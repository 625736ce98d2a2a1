from django.urls import path

from romme_turnier.web.help import backups, handbook, join, legal, rules, status

app_name = "help"
urlpatterns = [
    path("handbuch/", handbook.handbook, name="handbook"),
    path("handbuch/<slug:page>/", handbook.handbook_page, name="handbook_page"),
    path("bilder/<slug:name>.png", handbook.picture, name="picture"),
    path("spieler/", handbook.players, name="players"),
    path("regeln/", rules.rules, name="rules"),
    path("impressum/", legal.legal_page, {"template": "help/imprint.html"}, name="imprint"),
    path("impressum/aendern/", legal.edit_operator, name="edit_operator"),
    path("ihre-daten/", legal.legal_page, {"template": "help/privacy.html"}, name="privacy"),
    path("status/", status.status, name="status"),
    path("sicherung/jetzt/", backups.backup_now, name="backup_now"),
    path("sicherung/ort/", backups.backup_medium, name="backup_medium"),
    path("sicherung/datei/<str:name>", backups.backup_file, name="backup_file"),
    path("geraete/", join.join, name="join"),
    path("geraete/adresse/", join.choose_address, name="choose_address"),
    path("geraete/beenden/", join.end, name="end_program"),
    path("geraete/betrieb/", join.change, name="change_mode"),
]
