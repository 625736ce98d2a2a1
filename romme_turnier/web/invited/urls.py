from django.urls import path

from romme_turnier.web.invited import official

app_name = "invited"
urlpatterns = [path("<str:token>/", official.official, name="official")]
