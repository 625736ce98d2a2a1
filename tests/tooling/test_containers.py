"""compose.yaml: no container may do more than it needs. The public workflow starts them."""

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.RESOURCES)
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
ROLE = (ROOT / "deploy" / "database-role.sh").read_text(encoding="utf-8")


def services() -> dict[str, str]:
    """The text of each service by its name."""
    text = COMPOSE[COMPOSE.index("services:") : COMPOSE.index("\nvolumes:")]
    _before, *parts = re.split(r"^  (\w+):$", text, flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize("name", ["program", "database"])
def test_container_has_no_rights_of_the_machine(name: str) -> None:
    assert "cap_drop: [ALL]" in services()[name]
    assert 'security_opt: ["no-new-privileges:true"]' in services()[name]
    assert "cap_add" not in services()[name]


def test_program_is_no_superuser_of_its_database() -> None:
    user = re.search(r"postgres://(\w+):", services()["program"])
    assert user is not None
    assert "POSTGRES_USER" not in services()["database"]  # the image makes this user a superuser
    assert f"CREATE ROLE {user[1]} LOGIN NOSUPERUSER" in ROLE
    assert "./deploy/database-role.sh:/docker-entrypoint-initdb.d/" in services()["database"]
