from django.urls import URLPattern, URLResolver

app_name = "documents"
urlpatterns: list[URLPattern | URLResolver] = []
