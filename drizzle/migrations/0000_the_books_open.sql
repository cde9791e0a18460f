CREATE TABLE "deliveries" (
	"session_id" text NOT NULL,
	"id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"transaction_id" text NOT NULL,
	"transaction_status" text NOT NULL,
	"url" text NOT NULL,
	"origin" text NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	CONSTRAINT "deliveries_session_id_id_pk" PRIMARY KEY("session_id","id"),
	CONSTRAINT "deliveries_state" CHECK ("deliveries"."state" in ('pending', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "delivery_attempts" (
	"session_id" text NOT NULL,
	"delivery_id" text NOT NULL,
	"number" integer NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"status" integer,
	"error" text,
	"excerpt" "bytea",
	CONSTRAINT "delivery_attempts_session_id_delivery_id_number_pk" PRIMARY KEY("session_id","delivery_id","number")
);
--> statement-breakpoint
CREATE TABLE "exceptions" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_id" text,
	"session_id" text,
	"mode" text NOT NULL,
	"provider" text NOT NULL,
	"reason" text NOT NULL,
	"subject" text NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"detail" text NOT NULL,
	"credit" jsonb,
	"notice_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"resolution" text,
	"note" text,
	"transaction_id" text
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_id" text,
	"session_id" text,
	"mode" text NOT NULL,
	"provider" text NOT NULL,
	"event" text NOT NULL,
	"payment_key" text NOT NULL,
	"body" "bytea" NOT NULL,
	"signature" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_assignments" (
	"session_id" text NOT NULL,
	"id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"terminal_id" text NOT NULL,
	"operator_id" text NOT NULL,
	"assigned_from" timestamp (3) with time zone NOT NULL,
	"assigned_to" timestamp (3) with time zone,
	CONSTRAINT "operator_assignments_session_id_id_pk" PRIMARY KEY("session_id","id")
);
--> statement-breakpoint
CREATE TABLE "operators" (
	"session_id" text NOT NULL,
	"id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"phone" text,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "operators_session_id_id_pk" PRIMARY KEY("session_id","id")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"key_hash" text NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "member_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"member_id" text NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"email" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"role" text NOT NULL,
	"password_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organisations" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_secrets" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retires_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "session_counters" (
	"session_id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"last_number" bigint DEFAULT 0 NOT NULL,
	"last_created_at" timestamp (3) with time zone NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"roster" bigint DEFAULT 1 NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "session_counters_status" CHECK ("session_counters"."status" in ('active', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"session_id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"external_event_id" text NOT NULL,
	"name" text NOT NULL,
	"currency" text NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"webhook_url" text,
	"webhook_origin" text,
	"metadata" jsonb,
	"account_issuer" text,
	"account_number" text,
	"account_name" text,
	"bank_account_name" text,
	"bank_name" text,
	"bank_code" text,
	"terminal_fragment" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_pairings" (
	"session_id" text NOT NULL,
	"id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"terminal_id" text NOT NULL,
	"device" text NOT NULL,
	"paired_from" timestamp (3) with time zone NOT NULL,
	"paired_to" timestamp (3) with time zone,
	CONSTRAINT "device_pairings_session_id_id_pk" PRIMARY KEY("session_id","id")
);
--> statement-breakpoint
CREATE TABLE "terminals" (
	"session_id" text NOT NULL,
	"terminal_id" text NOT NULL,
	"id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"position" integer NOT NULL,
	"assigned_at" timestamp (3) with time zone NOT NULL,
	"last_number" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "terminals_session_id_terminal_id_pk" PRIMARY KEY("session_id","terminal_id")
);
--> statement-breakpoint
CREATE TABLE "session_totals" (
	"session_id" text NOT NULL,
	"channel" text NOT NULL,
	"terminal_id" text NOT NULL,
	"operator_id" text NOT NULL,
	"status" text NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "session_totals_session_id_channel_terminal_id_operator_id_status_pk" PRIMARY KEY("session_id","channel","terminal_id","operator_id","status")
);
--> statement-breakpoint
CREATE TABLE "settlement_totals" (
	"session_id" text NOT NULL,
	"settled_on" date NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "settlement_totals_session_id_settled_on_pk" PRIMARY KEY("session_id","settled_on")
);
--> statement-breakpoint
CREATE TABLE "confirmations" (
	"session_id" text NOT NULL,
	"transaction_id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"provider" text NOT NULL,
	"payment_key" text NOT NULL,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"abandoned" boolean DEFAULT false NOT NULL,
	CONSTRAINT "confirmations_session_id_transaction_id_pk" PRIMARY KEY("session_id","transaction_id")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"mode" text NOT NULL,
	"provider" text NOT NULL,
	"payment_key" text NOT NULL,
	"session_id" text,
	"transaction_id" text,
	"settled_on" date,
	"settlement_reference" text,
	CONSTRAINT "payments_mode_provider_payment_key_pk" PRIMARY KEY("mode","provider","payment_key")
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"session_id" text NOT NULL,
	"number" bigint NOT NULL,
	"id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"provider" text NOT NULL,
	"payment_key" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"channel" text NOT NULL,
	"status" text NOT NULL,
	"sender_name" text NOT NULL,
	"sender_account" text NOT NULL,
	"sender_bank" text NOT NULL,
	"sender_bank_name" text NOT NULL,
	"narration" text NOT NULL,
	"bank_ref" text NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"fee" bigint,
	"stamp_duty" bigint,
	"terminal_id" text,
	"terminal_number" bigint,
	"operator_id" text,
	"settled_on" date,
	"notice_id" text NOT NULL,
	CONSTRAINT "transactions_session_id_number_pk" PRIMARY KEY("session_id","number"),
	CONSTRAINT "transactions_amount" CHECK ("transactions"."amount" > 0),
	CONSTRAINT "transactions_status" CHECK ("transactions"."status" in ('successful', 'pending', 'failed')),
	CONSTRAINT "transactions_channel" CHECK ("transactions"."channel" in ('bank_transfer', 'pos'))
);
--> statement-breakpoint
ALTER TABLE "operator_assignments" ADD CONSTRAINT "operator_assignments_session_id_operator_id_operators_session_id_id_fk" FOREIGN KEY ("session_id","operator_id") REFERENCES "public"."operators"("session_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_assignments" ADD CONSTRAINT "operator_assignments_session_id_terminal_id_terminals_session_id_terminal_id_fk" FOREIGN KEY ("session_id","terminal_id") REFERENCES "public"."terminals"("session_id","terminal_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operators" ADD CONSTRAINT "operators_session_id_sessions_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_links" ADD CONSTRAINT "member_links_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_links" ADD CONSTRAINT "member_links_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signing_secrets" ADD CONSTRAINT "signing_secrets_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_pairings" ADD CONSTRAINT "device_pairings_session_id_terminal_id_terminals_session_id_terminal_id_fk" FOREIGN KEY ("session_id","terminal_id") REFERENCES "public"."terminals"("session_id","terminal_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terminals" ADD CONSTRAINT "terminals_session_id_sessions_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_event" ON "deliveries" USING btree ("session_id","transaction_id","transaction_status");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("due_at") WHERE "deliveries"."state" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "exceptions_subject" ON "exceptions" USING btree ("mode","provider","subject","reason","amount");--> statement-breakpoint
CREATE INDEX "exceptions_open" ON "exceptions" USING btree ("organisation_id","created_at") WHERE "exceptions"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "notices_payment" ON "notices" USING btree ("mode","provider","payment_key");--> statement-breakpoint
CREATE INDEX "operator_assignments_terminal" ON "operator_assignments" USING btree ("session_id","terminal_id","assigned_from" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "api_keys_organisation" ON "api_keys" USING btree ("organisation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "members_email" ON "members" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "members_organisation" ON "members" USING btree ("organisation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "organisations_name" ON "organisations" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "signing_secrets_organisation" ON "signing_secrets" USING btree ("organisation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_account" ON "sessions" USING btree ("account_issuer","account_number");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_terminal_fragment" ON "sessions" USING btree ("terminal_fragment");--> statement-breakpoint
CREATE INDEX "sessions_organisation" ON "sessions" USING btree ("organisation_id","mode","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "device_pairings_device" ON "device_pairings" USING btree ("mode","device","paired_from" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "terminals_terminal_id" ON "terminals" USING btree ("terminal_id");--> statement-breakpoint
CREATE INDEX "confirmations_due" ON "confirmations" USING btree ("due_at") WHERE not "confirmations"."abandoned";--> statement-breakpoint
CREATE INDEX "transactions_id" ON "transactions" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_terminal" ON "transactions" USING btree ("session_id","terminal_id","terminal_number") WHERE "transactions"."terminal_id" is not null;--> statement-breakpoint
CREATE INDEX "transactions_operator" ON "transactions" USING btree ("session_id","operator_id","number") WHERE "transactions"."operator_id" is not null;
--> statement-breakpoint
-- The second wall: takings_app sees one organisation's rows, takings_system all; the owner itself sees none.
alter table organisations enable row level security;
--> statement-breakpoint
alter table organisations force row level security;
--> statement-breakpoint
create policy own_organisation on organisations to takings_app using (id = current_setting('takings.organisation', true)) with check (id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on organisations to takings_system using (true) with check (true);
--> statement-breakpoint
alter table members enable row level security;
--> statement-breakpoint
alter table members force row level security;
--> statement-breakpoint
create policy own_organisation on members to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on members to takings_system using (true) with check (true);
--> statement-breakpoint
alter table member_links enable row level security;
--> statement-breakpoint
alter table member_links force row level security;
--> statement-breakpoint
create policy own_organisation on member_links to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on member_links to takings_system using (true) with check (true);
--> statement-breakpoint
alter table api_keys enable row level security;
--> statement-breakpoint
alter table api_keys force row level security;
--> statement-breakpoint
create policy own_organisation on api_keys to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on api_keys to takings_system using (true) with check (true);
--> statement-breakpoint
alter table signing_secrets enable row level security;
--> statement-breakpoint
alter table signing_secrets force row level security;
--> statement-breakpoint
create policy own_organisation on signing_secrets to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on signing_secrets to takings_system using (true) with check (true);
--> statement-breakpoint
alter table sessions enable row level security;
--> statement-breakpoint
alter table sessions force row level security;
--> statement-breakpoint
create policy own_organisation on sessions to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on sessions to takings_system using (true) with check (true);
--> statement-breakpoint
alter table session_counters enable row level security;
--> statement-breakpoint
alter table session_counters force row level security;
--> statement-breakpoint
create policy own_organisation on session_counters to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on session_counters to takings_system using (true) with check (true);
--> statement-breakpoint
alter table terminals enable row level security;
--> statement-breakpoint
alter table terminals force row level security;
--> statement-breakpoint
create policy own_organisation on terminals to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on terminals to takings_system using (true) with check (true);
--> statement-breakpoint
alter table device_pairings enable row level security;
--> statement-breakpoint
alter table device_pairings force row level security;
--> statement-breakpoint
create policy own_organisation on device_pairings to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on device_pairings to takings_system using (true) with check (true);
--> statement-breakpoint
alter table operators enable row level security;
--> statement-breakpoint
alter table operators force row level security;
--> statement-breakpoint
create policy own_organisation on operators to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on operators to takings_system using (true) with check (true);
--> statement-breakpoint
alter table operator_assignments enable row level security;
--> statement-breakpoint
alter table operator_assignments force row level security;
--> statement-breakpoint
create policy own_organisation on operator_assignments to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on operator_assignments to takings_system using (true) with check (true);
--> statement-breakpoint
alter table transactions enable row level security;
--> statement-breakpoint
alter table transactions force row level security;
--> statement-breakpoint
create policy own_organisation on transactions to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on transactions to takings_system using (true) with check (true);
--> statement-breakpoint
alter table session_totals enable row level security;
--> statement-breakpoint
alter table session_totals force row level security;
--> statement-breakpoint
create policy own_organisation on session_totals to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on session_totals to takings_system using (true) with check (true);
--> statement-breakpoint
alter table settlement_totals enable row level security;
--> statement-breakpoint
alter table settlement_totals force row level security;
--> statement-breakpoint
create policy own_organisation on settlement_totals to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on settlement_totals to takings_system using (true) with check (true);
--> statement-breakpoint
alter table notices enable row level security;
--> statement-breakpoint
alter table notices force row level security;
--> statement-breakpoint
create policy own_organisation on notices to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on notices to takings_system using (true) with check (true);
--> statement-breakpoint
alter table exceptions enable row level security;
--> statement-breakpoint
alter table exceptions force row level security;
--> statement-breakpoint
create policy own_organisation on exceptions to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on exceptions to takings_system using (true) with check (true);
--> statement-breakpoint
alter table deliveries enable row level security;
--> statement-breakpoint
alter table deliveries force row level security;
--> statement-breakpoint
create policy own_organisation on deliveries to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on deliveries to takings_system using (true) with check (true);
--> statement-breakpoint
alter table delivery_attempts enable row level security;
--> statement-breakpoint
alter table delivery_attempts force row level security;
--> statement-breakpoint
create policy own_organisation on delivery_attempts to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on delivery_attempts to takings_system using (true) with check (true);
--> statement-breakpoint
alter table confirmations enable row level security;
--> statement-breakpoint
alter table confirmations force row level security;
--> statement-breakpoint
create policy own_organisation on confirmations to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy whole_house on confirmations to takings_system using (true) with check (true);
--> statement-breakpoint
alter table payments enable row level security;
--> statement-breakpoint
alter table payments force row level security;
--> statement-breakpoint
create policy whole_house on payments to takings_system using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on all tables in schema public to takings_system;
--> statement-breakpoint
grant select on organisations, members, sessions, session_counters, terminals, device_pairings, operators, operator_assignments, transactions, session_totals, settlement_totals, notices, exceptions, deliveries, delivery_attempts to takings_app;
--> statement-breakpoint
grant insert on sessions, session_counters, terminals, device_pairings, operators to takings_app;
--> statement-breakpoint
grant update on session_counters to takings_app;
--> statement-breakpoint
alter table session_counters set (fillfactor = 50);
--> statement-breakpoint
alter table session_totals set (fillfactor = 50);
--> statement-breakpoint
alter table terminals set (fillfactor = 50);
