CREATE TABLE "webhook_endpoint_hours" (
	"webhook_endpoint_id" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"succeeded" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"total_ms" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "webhook_endpoint_hours_webhook_endpoint_id_hour_pk" PRIMARY KEY("webhook_endpoint_id","hour")
);
--> statement-breakpoint
CREATE TABLE "webhook_replays" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"session_id" text,
	"webhook_endpoint_id" text,
	"since" timestamp (3) with time zone NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"requested_by" text NOT NULL,
	"total" integer NOT NULL,
	"replayed" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "webhook_endpoint_hours" ADD CONSTRAINT "webhook_endpoint_hours_webhook_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("webhook_endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_replays_organisation" ON "webhook_replays" USING btree ("organisation_id","mode","requested_at");--> statement-breakpoint
CREATE INDEX "webhook_replays_open" ON "webhook_replays" USING btree ("requested_at") WHERE "webhook_replays"."finished_at" is null;
--> statement-breakpoint
alter table webhook_endpoint_hours enable row level security;
--> statement-breakpoint
alter table webhook_endpoint_hours force row level security;
--> statement-breakpoint
create policy own_organisation on webhook_endpoint_hours to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on webhook_endpoint_hours to takings_system using (true) with check (true);
--> statement-breakpoint
alter table webhook_replays enable row level security;
--> statement-breakpoint
alter table webhook_replays force row level security;
--> statement-breakpoint
create policy own_organisation on webhook_replays to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on webhook_replays to takings_system using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on webhook_endpoint_hours, webhook_replays to takings_system;
--> statement-breakpoint
grant select on webhook_endpoint_hours to takings_app;
--> statement-breakpoint
grant select, insert on webhook_replays to takings_app;