from django.urls import path

from romme_turnier.documents import cash_views, drawing_cards, views
from romme_turnier.documents.papers import views as papers
from romme_turnier.documents.tables.views import table_file

app_name = "documents"
urlpatterns = [
    path("<slug:slug>/serie/<int:number>/listen.pdf", views.lists_pdf, name="lists_pdf"),
    path("<slug:slug>/serie/<int:number>/karten.pdf", drawing_cards.drawing_cards_pdf, name="drawing_cards_pdf"),
    path("<slug:slug>/serie/<int:number>/tischplan.pdf", views.table_plan_pdf, name="table_plan_pdf"),
    path("<slug:slug>/streitfaelle.pdf", views.minutes_pdf, name="minutes_pdf"),
    path("<slug:slug>/streitfaelle/<int:number>/protokoll.pdf", views.minutes_pdf, name="minutes_one_pdf"),
    path("<slug:slug>/serie/<int:number>/alles.pdf", papers.series_papers, name="series_papers"),
    path("<slug:slug>/serie/<int:number>/papier/<slug:paper>.pdf", papers.series_paper, name="series_paper"),
    path("<slug:slug>/alles.pdf", papers.all_papers, name="all_papers"),
    path("<slug:slug>/papier/<slug:paper>.pdf", papers.event_paper, name="event_paper"),
    path("<slug:slug>/tabellen/<slug:table>.<slug:kind>", table_file, name="table_file"),
    path("<slug:slug>/kasse/quittungen.pdf", cash_views.receipts_pdf, name="receipts_pdf"),
    path("<slug:slug>/kasse/bericht.pdf", cash_views.cash_report_pdf, name="cash_report_pdf"),
    path("<slug:slug>/kasse/diagramm.pdf", cash_views.money_chart_pdf, name="money_chart_pdf"),
    path("<slug:slug>/kasse/preisliste.pdf", cash_views.prize_list_pdf, name="prize_list_pdf"),
    path("<slug:slug>/kasse/buchungen.csv", cash_views.ledger_csv, name="ledger_csv"),
    path("<slug:slug>/kasse/buchungen.xlsx", cash_views.ledger_xlsx, name="ledger_xlsx"),
    path("<slug:slug>/mitteilungen.pdf", views.notices_pdf, name="notices_pdf"),
    path("<slug:slug>/rangliste/<int:after>/ausgabe-<int:number>.pdf", views.issue_pdf, name="issue_pdf"),
]
