CREATE TABLE "payment_pages" (
	"id" text NOT NULL,
	"session_id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"token_hash" text NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "payment_pages_session_id_id_pk" PRIMARY KEY("session_id","id"),
	CONSTRAINT "payment_pages_encrypted" CHECK ("payment_pages"."token" like 'v1.%')
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "details_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "payment_pages_token" ON "payment_pages" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "payment_pages_id" ON "payment_pages" USING btree ("id");
--> statement-breakpoint
alter table payment_pages enable row level security;
--> statement-breakpoint
alter table payment_pages force row level security;
--> statement-breakpoint
create policy own_organisation on payment_pages to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on payment_pages to takings_system using (true) with check (true);
--> statement-breakpoint
grant select, insert, update (revoked_at) on payment_pages to takings_app;
--> statement-breakpoint
grant select, insert, update, delete on payment_pages to takings_system;
--> statement-breakpoint
-- Members correct the details of an event and archive test events; they change nothing else of these rows but the webhook URL.
grant update (name, starts_at, ends_at, archived_at, details_version) on sessions to takings_app;
