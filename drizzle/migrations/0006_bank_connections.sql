CREATE TABLE "bank_grants" (
	"organisation_id" text PRIMARY KEY NOT NULL,
	"may_use_deployment" boolean DEFAULT false NOT NULL,
	"share_provider" text,
	"share" jsonb,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_grants_share" CHECK (("bank_grants"."share" is null) = ("bank_grants"."share_provider" is null))
);
--> statement-breakpoint
CREATE TABLE "unrelated_payments" (
	"notification_id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"bank_connection_id" text NOT NULL,
	"account" text NOT NULL,
	"devices" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bank_connections" ADD COLUMN "credentials" text;--> statement-breakpoint
ALTER TABLE "bank_connections" ADD COLUMN "is_default" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_connections" ADD COLUMN "rotated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bank_connections" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "unrelated_payments_account" ON "unrelated_payments" USING btree ("bank_connection_id","account");--> statement-breakpoint
CREATE INDEX "unrelated_payments_devices" ON "unrelated_payments" USING gin ("devices");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_connections_provider" ON "bank_connections" USING btree ("organisation_id","provider") WHERE "bank_connections"."organisation_id" is not null and "bank_connections"."removed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_connections_default" ON "bank_connections" USING btree ("organisation_id") WHERE "bank_connections"."is_default";--> statement-breakpoint
ALTER TABLE "bank_connections" ADD CONSTRAINT "bank_connections_encrypted" CHECK ("bank_connections"."credentials" like 'v1.%');--> statement-breakpoint
ALTER TABLE "bank_connections" ADD CONSTRAINT "bank_connections_credentials" CHECK (("bank_connections"."credentials" is not null) = ("bank_connections"."organisation_id" is not null and "bank_connections"."removed_at" is null));--> statement-breakpoint
ALTER TABLE "bank_connections" ADD CONSTRAINT "bank_connections_is_default" CHECK (not "bank_connections"."is_default" or "bank_connections"."credentials" is not null);
--> statement-breakpoint
-- Organisations with a live key have used the deployment's own account until now and may continue to.
alter table api_keys no force row level security;
--> statement-breakpoint
insert into bank_grants (organisation_id, may_use_deployment) select distinct organisation_id, true from api_keys where mode = 'live';
--> statement-breakpoint
alter table api_keys force row level security;
--> statement-breakpoint
alter table bank_grants enable row level security;
--> statement-breakpoint
alter table bank_grants force row level security;
--> statement-breakpoint
create policy own_organisation on bank_grants to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on bank_grants to takings_system using (true) with check (true);
--> statement-breakpoint
alter table unrelated_payments enable row level security;
--> statement-breakpoint
alter table unrelated_payments force row level security;
--> statement-breakpoint
create policy own_organisation on unrelated_payments to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on unrelated_payments to takings_system using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on bank_grants, unrelated_payments to takings_system;
--> statement-breakpoint
-- takings_app reads which bank a connection of its organisation is at, and never the credentials.
grant select (id, organisation_id, provider, removed_at) on bank_connections to takings_app;
