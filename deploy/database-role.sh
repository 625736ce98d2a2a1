#!/bin/sh
# Run once by the image of PostgreSQL, when it makes an empty cluster: a role for the program that owns its database
# and may do nothing else. The superuser keeps no password, so nobody signs in as one but from within this container:
#   docker compose exec database psql --username=postgres
set -eu
psql --no-psqlrc --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
\getenv password POSTGRES_PASSWORD
\getenv superuser POSTGRES_USER
CREATE ROLE romme LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'password';
CREATE DATABASE romme OWNER romme;
REVOKE ALL ON DATABASE romme FROM PUBLIC;
ALTER ROLE :"superuser" PASSWORD NULL;
SQL
