from django.urls import path

from romme_turnier.documents import drawing_cards, views

app_name = "documents"
urlpatterns = [
    path("<slug:slug>/serie/<int:number>/listen.pdf", views.lists_pdf, name="lists_pdf"),
    path("<slug:slug>/serie/<int:number>/karten.pdf", drawing_cards.drawing_cards_pdf, name="drawing_cards_pdf"),
    path("<slug:slug>/serie/<int:number>/tischplan.pdf", views.table_plan_pdf, name="table_plan_pdf"),
    path("<slug:slug>/mitteilungen.pdf", views.notices_pdf, name="notices_pdf"),
    path("<slug:slug>/streitfaelle.pdf", views.minutes_pdf, name="minutes_pdf"),
    path("<slug:slug>/streitfaelle/<int:number>/protokoll.pdf", views.minutes_pdf, name="minutes_one_pdf"),
    path("<slug:slug>/rangliste/<int:after>/ausgabe-<int:number>.pdf", views.issue_pdf, name="issue_pdf"),
]
