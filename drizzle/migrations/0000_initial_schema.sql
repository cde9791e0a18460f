-- Both extensions come with PostgreSQL, and the owner of a database may create them.
create extension if not exists pg_trgm;
--> statement-breakpoint
create extension if not exists btree_gin;
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"member_id" text,
	"actor" text NOT NULL,
	"origin" text,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"session_id" text,
	"details" jsonb NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_connections" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_id" text,
	"provider" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "minute_totals" (
	"session_id" text NOT NULL,
	"minute" timestamp (3) with time zone NOT NULL,
	"channel" text NOT NULL,
	"terminal_id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "minute_totals_session_id_minute_channel_terminal_id_pk" PRIMARY KEY("session_id","minute","channel","terminal_id")
);
--> statement-breakpoint
CREATE TABLE "search_index_progress" (
	"session_id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"indexed_through" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transaction_search" (
	"session_id" text NOT NULL,
	"sequence" bigint NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "transaction_search_session_id_sequence_pk" PRIMARY KEY("session_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "unindexed_pending" (
	"session_id" text NOT NULL,
	"sequence" bigint NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	CONSTRAINT "unindexed_pending_session_id_sequence_pk" PRIMARY KEY("session_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
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
	CONSTRAINT "webhook_attempts_session_id_delivery_id_number_pk" PRIMARY KEY("session_id","delivery_id","number")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"session_id" text NOT NULL,
	"id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"transaction_id" text NOT NULL,
	"transaction_status" text NOT NULL,
	"webhook_endpoint_id" text NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"uncounted_attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_deliveries_session_id_id_pk" PRIMARY KEY("session_id","id"),
	CONSTRAINT "webhook_deliveries_state" CHECK ("webhook_deliveries"."state" in ('pending', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "device_claims" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"bank_connection_id" text NOT NULL,
	"serial" text NOT NULL,
	"amount" bigint NOT NULL,
	"member_id" text NOT NULL,
	"requested_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"payment_key" text,
	"device_id" text,
	CONSTRAINT "device_claims_state" CHECK ("device_claims"."state" in ('open', 'expired', 'proved', 'cancelled')),
	CONSTRAINT "device_claims_ended" CHECK (("device_claims"."state" = 'open') = ("device_claims"."ended_at" is null)),
	CONSTRAINT "device_claims_proof" CHECK (("device_claims"."state" = 'proved') = ("device_claims"."payment_key" is not null and "device_claims"."device_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"bank_connection_id" text NOT NULL,
	"serial" text NOT NULL,
	"method" text NOT NULL,
	"claimed_by" text NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"released_at" timestamp (3) with time zone,
	"released_by" text,
	CONSTRAINT "devices_method" CHECK ("devices"."method" in ('operator', 'proof', 'sandbox')),
	CONSTRAINT "devices_release" CHECK (("devices"."released_at" is null) = ("devices"."released_by" is null))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"url" text NOT NULL,
	"origin" text NOT NULL,
	"health" text DEFAULT 'healthy' NOT NULL,
	"health_since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"pause_reason" text,
	"next_probe_at" timestamp (3) with time zone,
	"failed_probes" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failed_at" timestamp (3) with time zone,
	"failing_ms" bigint DEFAULT 0 NOT NULL,
	"succeeded_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_endpoints_health" CHECK ("webhook_endpoints"."health" in ('healthy', 'failing', 'backing_off', 'paused')),
	CONSTRAINT "webhook_endpoints_probe" CHECK (("webhook_endpoints"."next_probe_at" is not null) = ("webhook_endpoints"."health" in ('failing', 'backing_off'))),
	CONSTRAINT "webhook_endpoints_pause" CHECK (("webhook_endpoints"."pause_reason" is not null) = ("webhook_endpoints"."health" = 'paused'))
);
--> statement-breakpoint
CREATE TABLE "bank_notifications" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_id" text,
	"session_id" text,
	"mode" text NOT NULL,
	"provider" text NOT NULL,
	"bank_connection_id" text NOT NULL,
	"event" text NOT NULL,
	"adapter_version" integer NOT NULL,
	"outcome" text NOT NULL,
	"correlation_key" text NOT NULL,
	"body" "bytea" NOT NULL,
	"digest" "bytea" NOT NULL,
	"signature" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exceptions" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_id" text,
	"session_id" text,
	"mode" text NOT NULL,
	"provider" text NOT NULL,
	"bank_connection_id" text NOT NULL,
	"reason" text NOT NULL,
	"correlation_key" text NOT NULL,
	"dedupe_key" text NOT NULL,
	"previous_id" text,
	"amount" bigint DEFAULT 0 NOT NULL,
	"recorded_amount" bigint,
	"detail" text NOT NULL,
	"credit" jsonb,
	"notification_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"resolution" text,
	"note" text,
	"transaction_id" text
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
	"name" text DEFAULT '' NOT NULL,
	"issued_by" text DEFAULT '' NOT NULL,
	"hint" text NOT NULL,
	"scope" text DEFAULT 'write' NOT NULL,
	"allowed_addresses" text[] DEFAULT '{}'::text[] NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_scope" CHECK ("api_keys"."scope" in ('read', 'write'))
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"person_id" text,
	"email" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"entered_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "organisations" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"second_factor_roles" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"member_id" text NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_secrets" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retires_at" timestamp (3) with time zone,
	CONSTRAINT "signing_secrets_encrypted" CHECK ("signing_secrets"."secret" like 'v1.%')
);
--> statement-breakpoint
CREATE TABLE "reversals" (
	"id" text PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"bank_connection_id" text NOT NULL,
	"payment_key" text NOT NULL,
	"kind" text NOT NULL,
	"stage" text NOT NULL,
	"reference" text NOT NULL,
	"amount" bigint NOT NULL,
	"transaction_id" text,
	"session_id" text,
	"organisation_id" text,
	"notification_id" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reversals_kind" CHECK ("reversals"."kind" in ('reversal', 'refund', 'dispute')),
	CONSTRAINT "reversals_stage" CHECK ("reversals"."stage" in ('opened', 'completed', 'dismissed'))
);
--> statement-breakpoint
CREATE TABLE "service_state" (
	"name" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_states" (
	"session_id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"last_sequence" bigint DEFAULT 0 NOT NULL,
	"last_created_at" timestamp (3) with time zone NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"assignments_version" bigint DEFAULT 1 NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "session_states_status" CHECK ("session_states"."status" in ('active', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "session_venues" (
	"session_id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"venue" text NOT NULL
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
	"webhook_endpoint_id" text,
	"metadata" jsonb,
	"account_connection_id" text,
	"account_number" text,
	"account_generation" integer DEFAULT 0 NOT NULL,
	"account_name" text,
	"bank_account_name" text,
	"bank_name" text,
	"bank_code" text,
	"terminal_fragment" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settlement_lines" (
	"mode" text NOT NULL,
	"bank_connection_id" text NOT NULL,
	"payment_key" text NOT NULL,
	"reference" text NOT NULL,
	"id" text NOT NULL,
	"settled_on" date NOT NULL,
	"gross" bigint,
	"net" bigint,
	"state" text NOT NULL,
	"notification_id" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "settlement_lines_mode_bank_connection_id_payment_key_reference_pk" PRIMARY KEY("mode","bank_connection_id","payment_key","reference"),
	CONSTRAINT "settlement_lines_state" CHECK ("settlement_lines"."state" in ('waiting', 'applied', 'refused')),
	CONSTRAINT "settlement_lines_amount" CHECK ("settlement_lines"."gross" is not null or "settlement_lines"."net" is not null)
);
--> statement-breakpoint
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
	"person_id" text PRIMARY KEY NOT NULL,
	"bound_to" text NOT NULL,
	"secret" text NOT NULL,
	"last_step" bigint NOT NULL,
	"recovery_hashes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"subject" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	"blocked_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"member_id" text NOT NULL,
	"agent" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"verified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "device_pairings" (
	"session_id" text NOT NULL,
	"id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"terminal_id" text NOT NULL,
	"bank_connection_id" text NOT NULL,
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
	"location" text DEFAULT '' NOT NULL,
	"last_sequence" bigint DEFAULT 0 NOT NULL,
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
CREATE TABLE "payment_confirmations" (
	"session_id" text NOT NULL,
	"transaction_id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"provider" text NOT NULL,
	"bank_connection_id" text NOT NULL,
	"payment_key" text NOT NULL,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"is_overdue" boolean DEFAULT false NOT NULL,
	CONSTRAINT "payment_confirmations_session_id_transaction_id_pk" PRIMARY KEY("session_id","transaction_id")
);
--> statement-breakpoint
CREATE TABLE "payment_identities" (
	"mode" text NOT NULL,
	"bank_connection_id" text NOT NULL,
	"payment_key" text NOT NULL,
	"session_id" text,
	"transaction_id" text,
	"needs_review" boolean DEFAULT false NOT NULL,
	CONSTRAINT "payment_identities_mode_bank_connection_id_payment_key_pk" PRIMARY KEY("mode","bank_connection_id","payment_key")
);
--> statement-breakpoint
CREATE TABLE "retired_payments" (
	"transaction_id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"session_id" text NOT NULL,
	"bank_connection_id" text NOT NULL,
	"payment_key" text NOT NULL,
	"retired_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"session_id" text NOT NULL,
	"sequence" bigint NOT NULL,
	"id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"provider" text NOT NULL,
	"bank_connection_id" text NOT NULL,
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
	"paid_at_is_receipt" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"fee" bigint,
	"stamp_duty" bigint,
	"terminal_id" text,
	"terminal_sequence" bigint,
	"operator_id" text,
	"settled_on" date,
	"notification_id" text NOT NULL,
	"updated_in_version" bigint,
	CONSTRAINT "transactions_session_id_sequence_pk" PRIMARY KEY("session_id","sequence"),
	CONSTRAINT "transactions_amount" CHECK ("transactions"."amount" > 0),
	CONSTRAINT "transactions_status" CHECK ("transactions"."status" in ('successful', 'pending', 'failed')),
	CONSTRAINT "transactions_channel" CHECK ("transactions"."channel" in ('bank_transfer', 'pos'))
);
--> statement-breakpoint
CREATE TABLE "wallboard_links" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "device_claims" ADD CONSTRAINT "device_claims_bank_connection_id_bank_connections_id_fk" FOREIGN KEY ("bank_connection_id") REFERENCES "public"."bank_connections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_bank_connection_id_bank_connections_id_fk" FOREIGN KEY ("bank_connection_id") REFERENCES "public"."bank_connections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_assignments" ADD CONSTRAINT "operator_assignments_session_id_operator_id_operators_session_id_id_fk" FOREIGN KEY ("session_id","operator_id") REFERENCES "public"."operators"("session_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_assignments" ADD CONSTRAINT "operator_assignments_session_id_terminal_id_terminals_session_id_terminal_id_fk" FOREIGN KEY ("session_id","terminal_id") REFERENCES "public"."terminals"("session_id","terminal_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operators" ADD CONSTRAINT "operators_session_id_sessions_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signing_secrets" ADD CONSTRAINT "signing_secrets_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_venues" ADD CONSTRAINT "session_venues_session_id_sessions_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_webhook_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("webhook_endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_connection_id_bank_connections_id_fk" FOREIGN KEY ("account_connection_id") REFERENCES "public"."bank_connections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_alerts" ADD CONSTRAINT "member_alerts_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_pairings" ADD CONSTRAINT "device_pairings_bank_connection_id_bank_connections_id_fk" FOREIGN KEY ("bank_connection_id") REFERENCES "public"."bank_connections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_pairings" ADD CONSTRAINT "device_pairings_session_id_terminal_id_terminals_session_id_terminal_id_fk" FOREIGN KEY ("session_id","terminal_id") REFERENCES "public"."terminals"("session_id","terminal_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terminals" ADD CONSTRAINT "terminals_session_id_sessions_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_organisation" ON "audit_entries" USING btree ("organisation_id","id");--> statement-breakpoint
CREATE INDEX "bank_connections_organisation" ON "bank_connections" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "transaction_search_text" ON "transaction_search" USING gin ("session_id","text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("session_id","transaction_id","transaction_status");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("webhook_endpoint_id","due_at") WHERE "webhook_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_failed" ON "webhook_deliveries" USING btree ("organisation_id","mode","changed_at") WHERE "webhook_deliveries"."state" = 'failed';--> statement-breakpoint
CREATE UNIQUE INDEX "device_claims_open" ON "device_claims" USING btree ("mode","bank_connection_id","serial") WHERE "device_claims"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "device_claims_payment" ON "device_claims" USING btree ("mode","bank_connection_id","payment_key") WHERE "device_claims"."payment_key" is not null;--> statement-breakpoint
CREATE INDEX "device_claims_serial" ON "device_claims" USING btree ("mode","serial");--> statement-breakpoint
CREATE INDEX "device_claims_organisation" ON "device_claims" USING btree ("organisation_id","mode");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_owner" ON "devices" USING btree ("mode","bank_connection_id","serial") WHERE "devices"."released_at" is null;--> statement-breakpoint
CREATE INDEX "devices_serial" ON "devices" USING btree ("mode","serial");--> statement-breakpoint
CREATE INDEX "devices_organisation" ON "devices" USING btree ("organisation_id","mode");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_organisation" ON "webhook_endpoints" USING btree ("organisation_id","mode");--> statement-breakpoint
CREATE INDEX "bank_notifications_payment" ON "bank_notifications" USING btree ("mode","bank_connection_id","correlation_key");--> statement-breakpoint
CREATE INDEX "bank_notifications_outcome" ON "bank_notifications" USING btree ("outcome","id") WHERE "bank_notifications"."outcome" <> 'recorded';--> statement-breakpoint
CREATE UNIQUE INDEX "exceptions_fact" ON "exceptions" USING btree ("dedupe_key");--> statement-breakpoint
CREATE INDEX "exceptions_correlation_key" ON "exceptions" USING btree ("mode","bank_connection_id","correlation_key");--> statement-breakpoint
CREATE INDEX "exceptions_devices" ON "exceptions" USING gin (("credit"->'devices') jsonb_path_ops) WHERE "exceptions"."credit" is not null;--> statement-breakpoint
CREATE INDEX "exceptions_open" ON "exceptions" USING btree ("organisation_id","created_at") WHERE "exceptions"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "operator_assignments_terminal" ON "operator_assignments" USING btree ("session_id","terminal_id","assigned_from" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "api_keys_organisation" ON "api_keys" USING btree ("organisation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "members_person" ON "members" USING btree ("person_id","organisation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "members_email" ON "members" USING btree ("organisation_id",lower("email"));--> statement-breakpoint
CREATE INDEX "members_organisation" ON "members" USING btree ("organisation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "organisations_name" ON "organisations" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "people_email" ON "people" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "signing_secrets_organisation" ON "signing_secrets" USING btree ("organisation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reversals_identity" ON "reversals" USING btree ("mode","bank_connection_id","payment_key","kind","stage","reference","amount");--> statement-breakpoint
CREATE INDEX "reversals_transaction" ON "reversals" USING btree ("transaction_id") WHERE "reversals"."transaction_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_account" ON "sessions" USING btree ("account_connection_id","account_number","account_generation");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_terminal_fragment" ON "sessions" USING btree ("terminal_fragment");--> statement-breakpoint
CREATE INDEX "sessions_organisation" ON "sessions" USING btree ("organisation_id","mode","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_lines_applied" ON "settlement_lines" USING btree ("mode","bank_connection_id","payment_key") WHERE "settlement_lines"."state" = 'applied';--> statement-breakpoint
CREATE INDEX "settlement_lines_notification" ON "settlement_lines" USING btree ("notification_id");--> statement-breakpoint
CREATE INDEX "member_alerts_member" ON "member_alerts" USING btree ("member_id") WHERE "member_alerts"."dismissed_at" is null;--> statement-breakpoint
CREATE INDEX "sign_in_failures_counted_at" ON "sign_in_failures" USING btree ("counted_at");--> statement-breakpoint
CREATE INDEX "sign_ins_member" ON "sign_ins" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "sign_ins_person" ON "sign_ins" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "device_pairings_device" ON "device_pairings" USING btree ("mode","device","paired_from" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "terminals_terminal_id" ON "terminals" USING btree ("terminal_id");--> statement-breakpoint
CREATE INDEX "payment_confirmations_due" ON "payment_confirmations" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "transactions_changed" ON "transactions" USING btree ("session_id","updated_in_version") WHERE "transactions"."updated_in_version" is not null;--> statement-breakpoint
CREATE INDEX "transactions_id" ON "transactions" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_terminal" ON "transactions" USING btree ("session_id","terminal_id","terminal_sequence") WHERE "transactions"."terminal_id" is not null;--> statement-breakpoint
CREATE INDEX "transactions_operator" ON "transactions" USING btree ("session_id","operator_id","sequence") WHERE "transactions"."operator_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "wallboard_links_token" ON "wallboard_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "wallboard_links_session" ON "wallboard_links" USING btree ("session_id");
--> statement-breakpoint
-- The deployment's own connections: one per provider, and `bnk_sandbox` for the accounts and devices of test mode.
insert into bank_connections (id, provider) select 'bnk_' || provider, provider from unnest(array['paystack', 'monnify', 'nomba', 'lenco', 'moniepoint', 'custom', 'sandbox']) as provider;
--> statement-breakpoint
-- Row-level security: takings_app sees and writes the rows of one organisation, that of the setting takings.organisation; takings_system
-- those of every organisation. It is forced, so that the tables' owner sees none either.
alter table api_keys enable row level security;
--> statement-breakpoint
alter table api_keys force row level security;
--> statement-breakpoint
create policy own_organisation on api_keys to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on api_keys to takings_system using (true) with check (true);
--> statement-breakpoint
alter table audit_entries enable row level security;
--> statement-breakpoint
alter table audit_entries force row level security;
--> statement-breakpoint
create policy own_organisation on audit_entries to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on audit_entries to takings_system using (true) with check (true);
--> statement-breakpoint
alter table bank_connections enable row level security;
--> statement-breakpoint
alter table bank_connections force row level security;
--> statement-breakpoint
create policy own_organisation on bank_connections to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on bank_connections to takings_system using (true) with check (true);
--> statement-breakpoint
alter table bank_notifications enable row level security;
--> statement-breakpoint
alter table bank_notifications force row level security;
--> statement-breakpoint
create policy own_organisation on bank_notifications to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on bank_notifications to takings_system using (true) with check (true);
--> statement-breakpoint
alter table device_claims enable row level security;
--> statement-breakpoint
alter table device_claims force row level security;
--> statement-breakpoint
create policy own_organisation on device_claims to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on device_claims to takings_system using (true) with check (true);
--> statement-breakpoint
alter table device_pairings enable row level security;
--> statement-breakpoint
alter table device_pairings force row level security;
--> statement-breakpoint
create policy own_organisation on device_pairings to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on device_pairings to takings_system using (true) with check (true);
--> statement-breakpoint
alter table devices enable row level security;
--> statement-breakpoint
alter table devices force row level security;
--> statement-breakpoint
create policy own_organisation on devices to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on devices to takings_system using (true) with check (true);
--> statement-breakpoint
alter table exceptions enable row level security;
--> statement-breakpoint
alter table exceptions force row level security;
--> statement-breakpoint
create policy own_organisation on exceptions to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on exceptions to takings_system using (true) with check (true);
--> statement-breakpoint
alter table member_alerts enable row level security;
--> statement-breakpoint
alter table member_alerts force row level security;
--> statement-breakpoint
create policy own_organisation on member_alerts to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on member_alerts to takings_system using (true) with check (true);
--> statement-breakpoint
alter table members enable row level security;
--> statement-breakpoint
alter table members force row level security;
--> statement-breakpoint
create policy own_organisation on members to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on members to takings_system using (true) with check (true);
--> statement-breakpoint
alter table minute_totals enable row level security;
--> statement-breakpoint
alter table minute_totals force row level security;
--> statement-breakpoint
create policy own_organisation on minute_totals to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on minute_totals to takings_system using (true) with check (true);
--> statement-breakpoint
alter table operator_assignments enable row level security;
--> statement-breakpoint
alter table operator_assignments force row level security;
--> statement-breakpoint
create policy own_organisation on operator_assignments to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on operator_assignments to takings_system using (true) with check (true);
--> statement-breakpoint
alter table operators enable row level security;
--> statement-breakpoint
alter table operators force row level security;
--> statement-breakpoint
create policy own_organisation on operators to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on operators to takings_system using (true) with check (true);
--> statement-breakpoint
alter table organisations enable row level security;
--> statement-breakpoint
alter table organisations force row level security;
--> statement-breakpoint
create policy own_organisation on organisations to takings_app using (id = current_setting('takings.organisation', true)) with check (id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on organisations to takings_system using (true) with check (true);
--> statement-breakpoint
alter table password_links enable row level security;
--> statement-breakpoint
alter table password_links force row level security;
--> statement-breakpoint
create policy own_organisation on password_links to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on password_links to takings_system using (true) with check (true);
--> statement-breakpoint
alter table payment_confirmations enable row level security;
--> statement-breakpoint
alter table payment_confirmations force row level security;
--> statement-breakpoint
create policy own_organisation on payment_confirmations to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on payment_confirmations to takings_system using (true) with check (true);
--> statement-breakpoint
alter table payment_identities enable row level security;
--> statement-breakpoint
alter table payment_identities force row level security;
--> statement-breakpoint
create policy all_organisations on payment_identities to takings_system using (true) with check (true);
--> statement-breakpoint
alter table people enable row level security;
--> statement-breakpoint
alter table people force row level security;
--> statement-breakpoint
create policy all_organisations on people to takings_system using (true) with check (true);
--> statement-breakpoint
alter table retired_payments enable row level security;
--> statement-breakpoint
alter table retired_payments force row level security;
--> statement-breakpoint
create policy own_organisation on retired_payments to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on retired_payments to takings_system using (true) with check (true);
--> statement-breakpoint
alter table reversals enable row level security;
--> statement-breakpoint
alter table reversals force row level security;
--> statement-breakpoint
create policy own_organisation on reversals to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on reversals to takings_system using (true) with check (true);
--> statement-breakpoint
alter table search_index_progress enable row level security;
--> statement-breakpoint
alter table search_index_progress force row level security;
--> statement-breakpoint
create policy own_organisation on search_index_progress to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on search_index_progress to takings_system using (true) with check (true);
--> statement-breakpoint
alter table second_factors enable row level security;
--> statement-breakpoint
alter table second_factors force row level security;
--> statement-breakpoint
create policy all_organisations on second_factors to takings_system using (true) with check (true);
--> statement-breakpoint
alter table service_state enable row level security;
--> statement-breakpoint
alter table service_state force row level security;
--> statement-breakpoint
create policy all_organisations on service_state to takings_system using (true) with check (true);
--> statement-breakpoint
alter table session_states enable row level security;
--> statement-breakpoint
alter table session_states force row level security;
--> statement-breakpoint
create policy own_organisation on session_states to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on session_states to takings_system using (true) with check (true);
--> statement-breakpoint
alter table session_totals enable row level security;
--> statement-breakpoint
alter table session_totals force row level security;
--> statement-breakpoint
create policy own_organisation on session_totals to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on session_totals to takings_system using (true) with check (true);
--> statement-breakpoint
alter table session_venues enable row level security;
--> statement-breakpoint
alter table session_venues force row level security;
--> statement-breakpoint
create policy own_organisation on session_venues to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on session_venues to takings_system using (true) with check (true);
--> statement-breakpoint
alter table sessions enable row level security;
--> statement-breakpoint
alter table sessions force row level security;
--> statement-breakpoint
create policy own_organisation on sessions to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on sessions to takings_system using (true) with check (true);
--> statement-breakpoint
alter table settlement_lines enable row level security;
--> statement-breakpoint
alter table settlement_lines force row level security;
--> statement-breakpoint
create policy all_organisations on settlement_lines to takings_system using (true) with check (true);
--> statement-breakpoint
alter table settlement_totals enable row level security;
--> statement-breakpoint
alter table settlement_totals force row level security;
--> statement-breakpoint
create policy own_organisation on settlement_totals to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on settlement_totals to takings_system using (true) with check (true);
--> statement-breakpoint
alter table sign_in_failures enable row level security;
--> statement-breakpoint
alter table sign_in_failures force row level security;
--> statement-breakpoint
create policy all_organisations on sign_in_failures to takings_system using (true) with check (true);
--> statement-breakpoint
alter table sign_ins enable row level security;
--> statement-breakpoint
alter table sign_ins force row level security;
--> statement-breakpoint
create policy own_organisation on sign_ins to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on sign_ins to takings_system using (true) with check (true);
--> statement-breakpoint
alter table signing_secrets enable row level security;
--> statement-breakpoint
alter table signing_secrets force row level security;
--> statement-breakpoint
create policy own_organisation on signing_secrets to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on signing_secrets to takings_system using (true) with check (true);
--> statement-breakpoint
alter table terminals enable row level security;
--> statement-breakpoint
alter table terminals force row level security;
--> statement-breakpoint
create policy own_organisation on terminals to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on terminals to takings_system using (true) with check (true);
--> statement-breakpoint
alter table transaction_search enable row level security;
--> statement-breakpoint
alter table transaction_search force row level security;
--> statement-breakpoint
create policy own_organisation on transaction_search to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on transaction_search to takings_system using (true) with check (true);
--> statement-breakpoint
alter table transactions enable row level security;
--> statement-breakpoint
alter table transactions force row level security;
--> statement-breakpoint
create policy own_organisation on transactions to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on transactions to takings_system using (true) with check (true);
--> statement-breakpoint
alter table unindexed_pending enable row level security;
--> statement-breakpoint
alter table unindexed_pending force row level security;
--> statement-breakpoint
create policy own_organisation on unindexed_pending to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on unindexed_pending to takings_system using (true) with check (true);
--> statement-breakpoint
alter table wallboard_links enable row level security;
--> statement-breakpoint
alter table wallboard_links force row level security;
--> statement-breakpoint
create policy own_organisation on wallboard_links to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on wallboard_links to takings_system using (true) with check (true);
--> statement-breakpoint
alter table webhook_attempts enable row level security;
--> statement-breakpoint
alter table webhook_attempts force row level security;
--> statement-breakpoint
create policy own_organisation on webhook_attempts to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on webhook_attempts to takings_system using (true) with check (true);
--> statement-breakpoint
alter table webhook_deliveries enable row level security;
--> statement-breakpoint
alter table webhook_deliveries force row level security;
--> statement-breakpoint
create policy own_organisation on webhook_deliveries to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on webhook_deliveries to takings_system using (true) with check (true);
--> statement-breakpoint
alter table webhook_endpoints enable row level security;
--> statement-breakpoint
alter table webhook_endpoints force row level security;
--> statement-breakpoint
create policy own_organisation on webhook_endpoints to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on webhook_endpoints to takings_system using (true) with check (true);
--> statement-breakpoint
-- takings_system reads and writes; what names an owner is never deleted, and the audit log is append-only for both roles.
grant select, insert, update, delete on api_keys, bank_connections, bank_notifications, device_pairings, exceptions, member_alerts, members, minute_totals, operator_assignments, operators, organisations, password_links, payment_confirmations, payment_identities, retired_payments, reversals, search_index_progress, second_factors, service_state, session_states, session_totals, session_venues, sessions, settlement_lines, settlement_totals, sign_in_failures, sign_ins, signing_secrets, terminals, transaction_search, transactions, unindexed_pending, wallboard_links, webhook_attempts, webhook_deliveries, webhook_endpoints to takings_system;
--> statement-breakpoint
grant select, insert, update on device_claims, devices, people to takings_system;
--> statement-breakpoint
grant select, insert on audit_entries to takings_system;
--> statement-breakpoint
-- takings_app reads these tables, inserts into the second group and updates the third.
grant select on bank_notifications, device_claims, devices, exceptions, members, minute_totals, operator_assignments, organisations, reversals, search_index_progress, session_totals, settlement_totals, sign_ins, transaction_search, transactions, unindexed_pending, webhook_attempts, webhook_deliveries to takings_app;
--> statement-breakpoint
grant select, insert on audit_entries, device_pairings, operators, sessions, terminals, webhook_endpoints to takings_app;
--> statement-breakpoint
grant select, insert, update on session_states, session_venues, wallboard_links to takings_app;
--> statement-breakpoint
-- Members set a terminal's location, pause and resume a webhook endpoint, and send a delivery again; they change nothing else of these rows.
grant update (location) on terminals to takings_app;
--> statement-breakpoint
grant update (health, health_since, pause_reason, next_probe_at, failed_probes, failures, failing_ms) on webhook_endpoints to takings_app;
--> statement-breakpoint
grant update (state, due_at, changed_at, uncounted_attempts) on webhook_deliveries to takings_app;
--> statement-breakpoint
-- Rows that are updated often leave room on their page for the new version (HOT updates).
alter table session_states set (fillfactor = 50);
--> statement-breakpoint
alter table session_totals set (fillfactor = 50);
--> statement-breakpoint
alter table terminals set (fillfactor = 50);
--> statement-breakpoint
alter table minute_totals set (fillfactor = 70);
