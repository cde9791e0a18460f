DROP INDEX "webhook_deliveries_event";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ALTER COLUMN "transaction_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ALTER COLUMN "transaction_status" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "signing_secrets" ADD COLUMN "webhook_endpoint_id" text;--> statement-breakpoint
ALTER TABLE "session_states" ADD COLUMN "webhook_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "webhook_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "webhook_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD COLUMN "webhook_endpoint_id" text;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "event_type" text DEFAULT 'transaction.received' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "subject_id" text;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "subject_state" text;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "is_organisation_wide" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "event_types" text[];--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "headers" text;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "listening_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "signing_secrets" ADD CONSTRAINT "signing_secrets_webhook_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("webhook_endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_subject_event" ON "webhook_deliveries" USING btree ("webhook_endpoint_id","subject_id","subject_state") WHERE "webhook_deliveries"."subject_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_organisation_wide" ON "webhook_deliveries" USING btree ("webhook_endpoint_id","id") WHERE "webhook_deliveries"."is_organisation_wide";--> statement-breakpoint
CREATE INDEX "webhook_deliveries_subject" ON "webhook_deliveries" USING btree ("organisation_id","mode","id") WHERE "webhook_deliveries"."subject_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_organisation_wide" ON "webhook_endpoints" USING btree ("organisation_id","mode") WHERE "webhook_endpoints"."event_types" is not null and "webhook_endpoints"."removed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("session_id","transaction_id","transaction_status","webhook_endpoint_id");--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_subject" CHECK ("webhook_deliveries"."event_type" = 'transaction.received' and "webhook_deliveries"."transaction_id" is not null and "webhook_deliveries"."transaction_status" is not null
          and "webhook_deliveries"."subject_id" is null and "webhook_deliveries"."subject_state" is null
        or "webhook_deliveries"."event_type" <> 'transaction.received' and "webhook_deliveries"."transaction_id" is null and "webhook_deliveries"."transaction_status" is null
          and "webhook_deliveries"."subject_id" is not null and "webhook_deliveries"."subject_state" is not null and "webhook_deliveries"."is_organisation_wide");--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_headers" CHECK ("webhook_endpoints"."headers" like 'v1.%');--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_removed" CHECK ("webhook_endpoints"."removed_at" is null or "webhook_endpoints"."event_types" is not null and "webhook_endpoints"."health" = 'paused');
--> statement-breakpoint
-- Members change the webhook URL of a session, change and remove organisation-wide endpoints; a change may record an event.
grant update (webhook_url, webhook_endpoint_id, webhook_since, webhook_version) on sessions to takings_app;
--> statement-breakpoint
grant update (name, url, origin, event_types, headers, listening_until, removed_at) on webhook_endpoints to takings_app;
--> statement-breakpoint
grant insert, update (webhook_endpoint_id) on webhook_deliveries to takings_app;
