CREATE TABLE "organisation_logos" (
	"organisation_id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"image" "bytea" NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "organisations" ADD COLUMN "legal_name" text;--> statement-breakpoint
ALTER TABLE "organisations" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "organisations" ADD COLUMN "time_zone" text;
--> statement-breakpoint
alter table organisation_logos enable row level security;
--> statement-breakpoint
alter table organisation_logos force row level security;
--> statement-breakpoint
create policy own_organisation on organisation_logos to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on organisation_logos to takings_system using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on organisation_logos to takings_app, takings_system;
--> statement-breakpoint
-- Owners change the profile of their organisation; they change nothing else of these rows.
grant update (legal_name, address, time_zone) on organisations to takings_app;
