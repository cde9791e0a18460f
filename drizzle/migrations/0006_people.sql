CREATE TABLE "member_alerts" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"member_id" text NOT NULL,
	"action" text NOT NULL,
	"actor" text NOT NULL,
	"details" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"dismissed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"member_id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"secret" text NOT NULL,
	"last_step" bigint NOT NULL,
	"recovery_hashes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Failures are counted in one row a subject from now on; those of the last fifteen minutes are forgotten.
DROP TABLE "sign_in_failures";
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"subject" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	"blocked_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sign_ins" ADD COLUMN "last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
ALTER TABLE "sign_ins" ADD COLUMN "verified_at" timestamp (3) with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
ALTER TABLE "organisations" ADD COLUMN "second_factor_roles" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "origin" text;
--> statement-breakpoint
ALTER TABLE "member_alerts" ADD CONSTRAINT "member_alerts_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "member_alerts_member" ON "member_alerts" USING btree ("member_id") WHERE "member_alerts"."dismissed_at" is null;
--> statement-breakpoint
CREATE INDEX "sign_in_failures_counted_at" ON "sign_in_failures" USING btree ("counted_at");
--> statement-breakpoint
-- Read and written at sign-in and by members for themselves, as the role that looks up who is signed in.
alter table member_alerts enable row level security;
--> statement-breakpoint
alter table member_alerts force row level security;
--> statement-breakpoint
create policy whole_house on member_alerts to takings_system using (true) with check (true);
--> statement-breakpoint
create policy own_organisation on member_alerts to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
alter table second_factors enable row level security;
--> statement-breakpoint
alter table second_factors force row level security;
--> statement-breakpoint
create policy whole_house on second_factors to takings_system using (true) with check (true);
--> statement-breakpoint
create policy own_organisation on second_factors to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
alter table sign_in_failures enable row level security;
--> statement-breakpoint
alter table sign_in_failures force row level security;
--> statement-breakpoint
create policy whole_house on sign_in_failures to takings_system using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on member_alerts, second_factors, sign_in_failures to takings_system;
--> statement-breakpoint
-- Which members have a second factor is listed; nothing else of one is read by that role.
grant select (member_id, organisation_id) on second_factors to takings_app;
