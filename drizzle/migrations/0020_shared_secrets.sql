CREATE TABLE "shared_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	CONSTRAINT "shared_secrets_encrypted" CHECK ("shared_secrets"."secret" like 'v1.%')
);

--> statement-breakpoint
alter table shared_secrets enable row level security;
--> statement-breakpoint
alter table shared_secrets force row level security;
--> statement-breakpoint
create policy all_organisations on shared_secrets to takings_system using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on shared_secrets to takings_system;
