-- Both come with PostgreSQL and may be made by a database's owner.
create extension if not exists pg_trgm;
--> statement-breakpoint
create extension if not exists btree_gin;
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"member_id" text,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"session_id" text,
	"details" jsonb NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalogue_entries" (
	"session_id" text NOT NULL,
	"number" bigint NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "catalogue_entries_session_id_number_pk" PRIMARY KEY("session_id","number")
);
--> statement-breakpoint
CREATE TABLE "catalogue_minutes" (
	"session_id" text NOT NULL,
	"minute" timestamp (3) with time zone NOT NULL,
	"channel" text NOT NULL,
	"terminal_id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "catalogue_minutes_session_id_minute_channel_terminal_id_pk" PRIMARY KEY("session_id","minute","channel","terminal_id")
);
--> statement-breakpoint
CREATE TABLE "catalogue_pending" (
	"session_id" text NOT NULL,
	"number" bigint NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	CONSTRAINT "catalogue_pending_session_id_number_pk" PRIMARY KEY("session_id","number")
);
--> statement-breakpoint
CREATE TABLE "catalogues" (
	"session_id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"up_to" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_venues" (
	"session_id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"venue" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"subject" text NOT NULL,
	"id" text NOT NULL,
	"failed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_in_failures_subject_id_pk" PRIMARY KEY("subject","id")
);
--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"member_id" text NOT NULL,
	"agent" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "wall_links" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "issued_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "last_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "terminals" ADD COLUMN "place" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "changed_version" bigint;--> statement-breakpoint
ALTER TABLE "session_venues" ADD CONSTRAINT "session_venues_session_id_sessions_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_organisation" ON "audit_entries" USING btree ("organisation_id","id");--> statement-breakpoint
CREATE INDEX "catalogue_entries_text" ON "catalogue_entries" USING gin ("session_id","text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sign_in_failures_failed_at" ON "sign_in_failures" USING btree ("failed_at");--> statement-breakpoint
CREATE INDEX "sign_ins_member" ON "sign_ins" USING btree ("member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wall_links_token" ON "wall_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "wall_links_session" ON "wall_links" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "transactions_changed" ON "transactions" USING btree ("session_id","changed_version") WHERE "transactions"."changed_version" is not null;
--> statement-breakpoint
alter table audit_entries enable row level security;
--> statement-breakpoint
alter table audit_entries force row level security;
--> statement-breakpoint
create policy own_organisation on audit_entries to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on audit_entries to takings_system using (true) with check (true);
--> statement-breakpoint
alter table catalogues enable row level security;
--> statement-breakpoint
alter table catalogues force row level security;
--> statement-breakpoint
create policy own_organisation on catalogues to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on catalogues to takings_system using (true) with check (true);
--> statement-breakpoint
alter table catalogue_minutes enable row level security;
--> statement-breakpoint
alter table catalogue_minutes force row level security;
--> statement-breakpoint
create policy own_organisation on catalogue_minutes to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on catalogue_minutes to takings_system using (true) with check (true);
--> statement-breakpoint
alter table catalogue_pending enable row level security;
--> statement-breakpoint
alter table catalogue_pending force row level security;
--> statement-breakpoint
create policy own_organisation on catalogue_pending to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on catalogue_pending to takings_system using (true) with check (true);
--> statement-breakpoint
alter table catalogue_entries enable row level security;
--> statement-breakpoint
alter table catalogue_entries force row level security;
--> statement-breakpoint
create policy own_organisation on catalogue_entries to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on catalogue_entries to takings_system using (true) with check (true);
--> statement-breakpoint
alter table sign_ins enable row level security;
--> statement-breakpoint
alter table sign_ins force row level security;
--> statement-breakpoint
create policy own_organisation on sign_ins to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on sign_ins to takings_system using (true) with check (true);
--> statement-breakpoint
alter table session_venues enable row level security;
--> statement-breakpoint
alter table session_venues force row level security;
--> statement-breakpoint
create policy own_organisation on session_venues to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on session_venues to takings_system using (true) with check (true);
--> statement-breakpoint
alter table wall_links enable row level security;
--> statement-breakpoint
alter table wall_links force row level security;
--> statement-breakpoint
create policy own_organisation on wall_links to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on wall_links to takings_system using (true) with check (true);
--> statement-breakpoint
-- Failed sign-ins are counted before anybody knows whose they are.
alter table sign_in_failures enable row level security;
--> statement-breakpoint
alter table sign_in_failures force row level security;
--> statement-breakpoint
create policy whole_house on sign_in_failures to takings_system using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on catalogues, catalogue_minutes, catalogue_pending, catalogue_entries, sign_ins, sign_in_failures, session_venues, wall_links to takings_system;
--> statement-breakpoint
grant select on catalogues, catalogue_minutes, catalogue_pending, catalogue_entries, sign_ins, session_venues, wall_links to takings_app;
--> statement-breakpoint
grant insert, update on session_venues, wall_links to takings_app;
--> statement-breakpoint
grant update (place) on terminals to takings_app;
--> statement-breakpoint
-- Append-only: nobody who serves requests may change what was written.
grant select, insert on audit_entries to takings_app, takings_system;
--> statement-breakpoint
-- What is catalogued is written once and read often; its list of rows to come may wait.
alter table catalogue_minutes set (fillfactor = 70);
