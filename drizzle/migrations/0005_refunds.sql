CREATE TABLE "refund_settings" (
	"organisation_id" text PRIMARY KEY NOT NULL,
	"approval_above" bigint,
	"deployment_allowed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "refund_settings_approval_above" CHECK ("refund_settings"."approval_above" >= 0)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"session_id" text NOT NULL,
	"transaction_id" text NOT NULL,
	"bank_connection_id" text NOT NULL,
	"payment_key" text NOT NULL,
	"method" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"request_key" text NOT NULL,
	"requested_by" text NOT NULL,
	"requested_member_id" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"state" text NOT NULL,
	"bank_reference" text DEFAULT '' NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "refunds_method" CHECK ("refunds"."method" in ('bank', 'manual')),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('awaiting_approval', 'approved', 'sending', 'in_progress', 'completed', 'failed', 'declined')),
	CONSTRAINT "refunds_due" CHECK (("refunds"."due_at" is not null) = ("refunds"."state" in ('approved', 'sending', 'in_progress'))),
	CONSTRAINT "refunds_finished" CHECK (("refunds"."finished_at" is not null) = ("refunds"."state" in ('completed', 'failed', 'declined'))),
	CONSTRAINT "refunds_decided" CHECK (("refunds"."decided_by" is null) = ("refunds"."decided_at" is null))
);
--> statement-breakpoint
ALTER TABLE "reversals" DROP CONSTRAINT "reversals_stage";--> statement-breakpoint
ALTER TABLE "reversals" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refund_settings" ADD CONSTRAINT "refund_settings_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_request" ON "refunds" USING btree ("organisation_id","request_key");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_open" ON "refunds" USING btree ("transaction_id") WHERE "refunds"."state" in ('awaiting_approval', 'approved', 'sending', 'in_progress');--> statement-breakpoint
CREATE INDEX "refunds_transaction" ON "refunds" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "refunds_session" ON "refunds" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "refunds_organisation" ON "refunds" USING btree ("organisation_id","mode","requested_at");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("due_at") WHERE "refunds"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "reversals_session" ON "reversals" USING btree ("session_id") WHERE "reversals"."session_id" is not null;--> statement-breakpoint
ALTER TABLE "reversals" ADD CONSTRAINT "reversals_stage" CHECK ("reversals"."stage" in ('pending', 'opened', 'completed', 'dismissed'));
--> statement-breakpoint
alter table refunds enable row level security;
--> statement-breakpoint
alter table refunds force row level security;
--> statement-breakpoint
create policy own_organisation on refunds to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on refunds to takings_system using (true) with check (true);
--> statement-breakpoint
grant select, insert, update on refunds to takings_app;
--> statement-breakpoint
grant select, insert, update, delete on refunds to takings_system;
--> statement-breakpoint
alter table refund_settings enable row level security;
--> statement-breakpoint
alter table refund_settings force row level security;
--> statement-breakpoint
create policy own_organisation on refund_settings to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on refund_settings to takings_system using (true) with check (true);
--> statement-breakpoint
grant select, insert (organisation_id, approval_above), update (approval_above) on refund_settings to takings_app;
--> statement-breakpoint
grant select, insert, update, delete on refund_settings to takings_system;
