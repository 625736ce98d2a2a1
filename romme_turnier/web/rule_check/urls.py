from django.urls import path

from romme_turnier.web.rule_check import views

app_name = "rule_check"
urlpatterns = [path("", views.check, name="check")]
