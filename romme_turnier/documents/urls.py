from django.urls import URLPattern, path

from romme_turnier.documents.catalogue import PRINTOUTS
from romme_turnier.documents.tables.catalogue import DATA_FILES
from romme_turnier.documents.tables.views import view_of as file_of
from romme_turnier.documents.views import all_papers, event_archive_file, series_papers, view_of

app_name = "documents"
urlpatterns: list[URLPattern] = [
    *(path(f"<event:slug>/{printout.route}", view_of(printout), name=f"{printout.key}_pdf") for printout in PRINTOUTS),
    *(
        path(f"<event:slug>/{printout.single}", view_of(printout), name=f"{printout.key}_one_pdf")
        for printout in PRINTOUTS
        if printout.single
    ),
    path("<event:slug>/serie/<int:series>/alles.pdf", series_papers, name="series_papers"),
    path("<event:slug>/alles.pdf", all_papers, name="all_papers"),
    path("<event:slug>/archiv.zip", event_archive_file, name="event_archive"),
    *(
        path(f"<event:slug>/{table.route}.<slug:kind>", file_of(table), name=f"{table.key}_file")
        for table in DATA_FILES
    ),
]
