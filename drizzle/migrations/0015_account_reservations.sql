CREATE TABLE "account_reservations" (
	"session_id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_reservations" ADD CONSTRAINT "account_reservations_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_reservations_organisation" ON "account_reservations" USING btree ("organisation_id");
--> statement-breakpoint
alter table account_reservations enable row level security;
--> statement-breakpoint
alter table account_reservations force row level security;
--> statement-breakpoint
create policy own_organisation on account_reservations to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on account_reservations to takings_system using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on account_reservations to takings_app, takings_system;
