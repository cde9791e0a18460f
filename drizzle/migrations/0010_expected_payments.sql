CREATE TABLE "expected_payment_matches" (
	"session_id" text NOT NULL,
	"sequence" bigint NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"expected_payment_id" text NOT NULL,
	"matched_by" text NOT NULL,
	"is_counted" boolean NOT NULL,
	"matched_in_version" bigint NOT NULL,
	CONSTRAINT "expected_payment_matches_session_id_sequence_pk" PRIMARY KEY("session_id","sequence"),
	CONSTRAINT "expected_payment_matches_matched_by" CHECK ("expected_payment_matches"."matched_by" in ('reference', 'amount'))
);
--> statement-breakpoint
CREATE TABLE "expected_payment_progress" (
	"session_id" text PRIMARY KEY NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"started_after" bigint NOT NULL,
	"matched_through" bigint NOT NULL,
	"expired_through" timestamp (3) with time zone NOT NULL,
	"reserves_amounts" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "expected_payments" (
	"session_id" text NOT NULL,
	"sequence" bigint NOT NULL,
	"id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"reference" text NOT NULL,
	"reference_key" text NOT NULL,
	"amount" bigint NOT NULL,
	"amount_to_pay" bigint NOT NULL,
	"amount_key" text NOT NULL,
	"match_by_amount" boolean NOT NULL,
	"payer" text,
	"after_sequence" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"status" text DEFAULT 'awaiting' NOT NULL,
	"amount_paid" bigint DEFAULT 0 NOT NULL,
	"payment_count" integer DEFAULT 0 NOT NULL,
	"last_transaction_sequence" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "expected_payments_session_id_sequence_pk" PRIMARY KEY("session_id","sequence"),
	CONSTRAINT "expected_payments_amounts" CHECK ("expected_payments"."amount" > 0 and "expected_payments"."amount_to_pay" > 0),
	CONSTRAINT "expected_payments_status" CHECK ("expected_payments"."status" in ('awaiting', 'paid', 'underpaid', 'overpaid', 'expired'))
);
--> statement-breakpoint
CREATE INDEX "expected_payment_matches_pending" ON "expected_payment_matches" USING btree ("session_id") WHERE not "expected_payment_matches"."is_counted";--> statement-breakpoint
CREATE UNIQUE INDEX "expected_payments_id" ON "expected_payments" USING btree ("id");--> statement-breakpoint
CREATE INDEX "expected_payments_reference" ON "expected_payments" USING btree ("reference_key");--> statement-breakpoint
CREATE INDEX "expected_payments_amount" ON "expected_payments" USING btree ("amount_key");--> statement-breakpoint
CREATE INDEX "expected_payments_expiry" ON "expected_payments" USING btree ("session_id","expires_at") WHERE "expected_payments"."expires_at" is not null;
--> statement-breakpoint
alter table expected_payments enable row level security;
--> statement-breakpoint
alter table expected_payments force row level security;
--> statement-breakpoint
create policy own_organisation on expected_payments to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on expected_payments to takings_system using (true) with check (true);
--> statement-breakpoint
alter table expected_payment_matches enable row level security;
--> statement-breakpoint
alter table expected_payment_matches force row level security;
--> statement-breakpoint
create policy own_organisation on expected_payment_matches to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on expected_payment_matches to takings_system using (true) with check (true);
--> statement-breakpoint
alter table expected_payment_progress enable row level security;
--> statement-breakpoint
alter table expected_payment_progress force row level security;
--> statement-breakpoint
create policy own_organisation on expected_payment_progress to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on expected_payment_progress to takings_system using (true) with check (true);
--> statement-breakpoint
grant select, insert on expected_payments, expected_payment_progress to takings_app;
--> statement-breakpoint
grant update (reserves_amounts) on expected_payment_progress to takings_app;
--> statement-breakpoint
alter table expected_payments set (fillfactor = 80);
--> statement-breakpoint
grant select on expected_payment_matches to takings_app;
--> statement-breakpoint
grant select, insert, update, delete on expected_payments, expected_payment_matches, expected_payment_progress to takings_system;
