-- The running service has no login of the owner: scheduled backups read the journal of the migrations as takings_system.
grant usage on schema drizzle to takings_system;
--> statement-breakpoint
grant select on drizzle.__drizzle_migrations to takings_system;
