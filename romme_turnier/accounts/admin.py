"""The admin site, for repairs by superusers; it uses the program's own sign-in, with its limits."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from romme_turnier.accounts.models import User

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


@admin.register(User)
class OfficialAdmin(UserAdmin[User]):
    list_display = ["username", "display_name", "is_active", "is_superuser", "last_login"]
    fieldsets = [(None, {"fields": ["display_name", "makes_events"]}), *(UserAdmin.fieldsets or [])]
    add_fieldsets = [(None, {"fields": ["display_name"]}), *UserAdmin.add_fieldsets]
