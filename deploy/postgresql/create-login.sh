#!/bin/sh
# Creates the login of the service when the database is created. The migration creates the roles and grants the rights.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 --set password="$APPLICATION_PASSWORD" <<'SQL'
create role takings login noinherit password :'password';
SQL
