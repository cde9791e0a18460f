CREATE TABLE "account_closures" (
	"session_id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"bank_connection_id" text NOT NULL,
	"account_number" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"closes_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "account_closures_state" CHECK ("account_closures"."state" in ('waiting', 'closed', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "bank_polls" (
	"bank_connection_id" text PRIMARY KEY NOT NULL,
	"organisation_id" text,
	"leased_by" text,
	"leased_until" timestamp (3) with time zone,
	"listed_until" timestamp (3) with time zone NOT NULL,
	"reading_until" timestamp (3) with time zone,
	"cursor" text,
	"pending_since" timestamp (3) with time zone,
	"reported_count" integer DEFAULT 0 NOT NULL,
	"unreported_count" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"failure_count" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"completed_at" timestamp (3) with time zone,
	"found_count" bigint DEFAULT 0 NOT NULL,
	"last_found_at" timestamp (3) with time zone,
	"silent_since" timestamp (3) with time zone
);
--> statement-breakpoint
DROP INDEX "payment_confirmations_due";--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "is_confirmation_wanted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "account_attached_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "account_closures" ADD CONSTRAINT "account_closures_session_id_sessions_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_polls" ADD CONSTRAINT "bank_polls_bank_connection_id_bank_connections_id_fk" FOREIGN KEY ("bank_connection_id") REFERENCES "public"."bank_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_closures_due" ON "account_closures" USING btree ("due_at") WHERE "account_closures"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "payment_confirmations_due" ON "payment_confirmations" USING btree ("bank_connection_id","due_at");
--> statement-breakpoint
alter table account_closures enable row level security;
--> statement-breakpoint
alter table account_closures force row level security;
--> statement-breakpoint
create policy own_organisation on account_closures to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on account_closures to takings_system using (true) with check (true);
--> statement-breakpoint
alter table bank_polls enable row level security;
--> statement-breakpoint
alter table bank_polls force row level security;
--> statement-breakpoint
-- The deployment's own connections serve every organisation; only whether one is silent is granted.
create policy own_organisation on bank_polls to takings_app using (organisation_id is null or organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on bank_polls to takings_system using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on account_closures, bank_polls to takings_system;
--> statement-breakpoint
grant select on account_closures to takings_app;
--> statement-breakpoint
grant select (bank_connection_id, organisation_id, silent_since) on bank_polls to takings_app;
