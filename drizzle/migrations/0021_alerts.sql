CREATE TABLE "alert_causes" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"session_ids" text[] NOT NULL,
	"details" jsonb NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "alert_checks" (
	"organisation_id" text PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"cause_id" text NOT NULL,
	"way" text NOT NULL,
	"recipient" text NOT NULL,
	"member_id" text,
	"due_at" timestamp (3) with time zone,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_preferences" (
	"member_id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"kinds" text[] NOT NULL,
	"session_ids" text[],
	"by_email" boolean NOT NULL,
	"quiet_from" integer,
	"quiet_to" integer,
	"summary_hour" integer NOT NULL,
	"summary_since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "alert_preferences_quiet" CHECK (("alert_preferences"."quiet_from" is null) = ("alert_preferences"."quiet_to" is null))
);
--> statement-breakpoint
CREATE TABLE "alert_webhooks" (
	"organisation_id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alert_webhooks_encrypted" CHECK ("alert_webhooks"."secret" like 'v1.%')
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"member_id" text NOT NULL,
	"endpoint_hash" text NOT NULL,
	"subscription" text NOT NULL,
	"agent" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_encrypted" CHECK ("push_subscriptions"."subscription" like 'v1.%')
);
--> statement-breakpoint
ALTER TABLE "alert_deliveries" ADD CONSTRAINT "alert_deliveries_cause_id_alert_causes_id_fk" FOREIGN KEY ("cause_id") REFERENCES "public"."alert_causes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_deliveries" ADD CONSTRAINT "alert_deliveries_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_preferences" ADD CONSTRAINT "alert_preferences_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_causes_open" ON "alert_causes" USING btree ("organisation_id","kind","subject") WHERE "alert_causes"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "alert_causes_ended" ON "alert_causes" USING btree ("organisation_id","ended_at");--> statement-breakpoint
CREATE INDEX "alert_checks_due" ON "alert_checks" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_deliveries_once" ON "alert_deliveries" USING btree ("cause_id","way","recipient");--> statement-breakpoint
CREATE INDEX "alert_deliveries_due" ON "alert_deliveries" USING btree ("organisation_id","due_at") WHERE "alert_deliveries"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "alert_deliveries_member" ON "alert_deliveries" USING btree ("member_id","created_at");--> statement-breakpoint
CREATE INDEX "alert_preferences_organisation" ON "alert_preferences" USING btree ("organisation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint" ON "push_subscriptions" USING btree ("member_id","endpoint_hash");--> statement-breakpoint
CREATE INDEX "push_subscriptions_organisation" ON "push_subscriptions" USING btree ("organisation_id");
--> statement-breakpoint
alter table alert_causes enable row level security;
--> statement-breakpoint
alter table alert_causes force row level security;
--> statement-breakpoint
create policy own_organisation on alert_causes to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on alert_causes to takings_system using (true) with check (true);
--> statement-breakpoint
alter table alert_checks enable row level security;
--> statement-breakpoint
alter table alert_checks force row level security;
--> statement-breakpoint
create policy own_organisation on alert_checks to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on alert_checks to takings_system using (true) with check (true);
--> statement-breakpoint
alter table alert_deliveries enable row level security;
--> statement-breakpoint
alter table alert_deliveries force row level security;
--> statement-breakpoint
create policy own_organisation on alert_deliveries to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on alert_deliveries to takings_system using (true) with check (true);
--> statement-breakpoint
alter table alert_preferences enable row level security;
--> statement-breakpoint
alter table alert_preferences force row level security;
--> statement-breakpoint
create policy own_organisation on alert_preferences to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on alert_preferences to takings_system using (true) with check (true);
--> statement-breakpoint
alter table alert_webhooks enable row level security;
--> statement-breakpoint
alter table alert_webhooks force row level security;
--> statement-breakpoint
create policy own_organisation on alert_webhooks to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on alert_webhooks to takings_system using (true) with check (true);
--> statement-breakpoint
alter table push_subscriptions enable row level security;
--> statement-breakpoint
alter table push_subscriptions force row level security;
--> statement-breakpoint
create policy own_organisation on push_subscriptions to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on push_subscriptions to takings_system using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on alert_causes, alert_checks, alert_deliveries, alert_preferences, alert_webhooks, push_subscriptions to takings_system;
--> statement-breakpoint
grant select on alert_causes, alert_deliveries to takings_app;
