from django.urls import URLPattern, URLResolver

app_name = "help"
urlpatterns: list[URLPattern | URLResolver] = []
