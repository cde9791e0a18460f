CREATE TABLE "bank_connections" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_id" text,
	"provider" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"notice_id" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reversals_kind" CHECK ("reversals"."kind" in ('reversal', 'refund', 'dispute')),
	CONSTRAINT "reversals_stage" CHECK ("reversals"."stage" in ('opened', 'completed', 'dismissed'))
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
	"notice_id" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "settlement_lines_mode_bank_connection_id_payment_key_reference_pk" PRIMARY KEY("mode","bank_connection_id","payment_key","reference"),
	CONSTRAINT "settlement_lines_state" CHECK ("settlement_lines"."state" in ('waiting', 'applied', 'refused')),
	CONSTRAINT "settlement_lines_amount" CHECK ("settlement_lines"."gross" is not null or "settlement_lines"."net" is not null)
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
-- The deployment's own connections, one per provider, and the one that stands for accounts and devices of test mode.
insert into bank_connections (id, provider) select 'bnk_' || provider, provider from unnest(array['paystack', 'monnify', 'nomba', 'lenco', 'moniepoint', 'custom', 'sandbox']) as provider;
--> statement-breakpoint
-- Row-level security hides the rows from their owner; it is forced again at the end.
alter table payments no force row level security;
--> statement-breakpoint
alter table transactions no force row level security;
--> statement-breakpoint
alter table confirmations no force row level security;
--> statement-breakpoint
alter table notices no force row level security;
--> statement-breakpoint
alter table exceptions no force row level security;
--> statement-breakpoint
alter table sessions no force row level security;
--> statement-breakpoint
alter table device_pairings no force row level security;
--> statement-breakpoint
DROP INDEX "exceptions_subject";
--> statement-breakpoint
DROP INDEX "notices_payment";
--> statement-breakpoint
DROP INDEX "sessions_account";
--> statement-breakpoint
DROP INDEX "confirmations_due";
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_mode_provider_payment_key_pk";
--> statement-breakpoint
ALTER TABLE "exceptions" ADD COLUMN "bank_connection_id" text;
--> statement-breakpoint
ALTER TABLE "exceptions" ADD COLUMN "dedupe_key" text;
--> statement-breakpoint
ALTER TABLE "exceptions" ADD COLUMN "previous_id" text;
--> statement-breakpoint
ALTER TABLE "exceptions" ADD COLUMN "recorded_amount" bigint;
--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "bank_connection_id" text;
--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "adapter_version" integer;
--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "outcome" text;
--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "digest" "bytea";
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "account_connection_id" text;
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "account_generation" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "device_pairings" ADD COLUMN "bank_connection_id" text;
--> statement-breakpoint
ALTER TABLE "confirmations" ADD COLUMN "bank_connection_id" text;
--> statement-breakpoint
ALTER TABLE "confirmations" ADD COLUMN "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
ALTER TABLE "confirmations" ADD COLUMN "is_overdue" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "bank_connection_id" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "needs_review" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "bank_connection_id" text;
--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "paid_at_is_receipt" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
update payments set bank_connection_id = 'bnk_' || provider;
--> statement-breakpoint
update transactions set bank_connection_id = 'bnk_' || provider;
--> statement-breakpoint
update confirmations set bank_connection_id = 'bnk_' || provider;
--> statement-breakpoint
update notices set bank_connection_id = 'bnk_' || provider, adapter_version = 1, outcome = 'recorded', digest = sha256(body);
--> statement-breakpoint
update exceptions set bank_connection_id = 'bnk_' || provider, dedupe_key = encode(sha256(convert_to(concat_ws(' ', mode, provider, subject, reason, amount), 'UTF8')), 'hex');
--> statement-breakpoint
update notices n set outcome = case
    when n.event ilike '%settle%' and (n.mode, n.bank_connection_id, n.payment_key) in (select mode, bank_connection_id, settlement_reference from payments) then 'settlement'
    when exists (select from exceptions e where e.notice_id = n.id) then 'exception'
    when (n.mode, n.bank_connection_id, n.payment_key) in (select mode, bank_connection_id, payment_key from payments where transaction_id is not null) then 'status'
    else 'ignored' end
where not exists (select from transactions t where t.notice_id = n.id);
--> statement-breakpoint
update sessions set account_connection_id = 'bnk_' || account_issuer where account_issuer is not null;
--> statement-breakpoint
-- A live device is bound to a provider from now on: one paired before has to be paired again.
update device_pairings set bank_connection_id = 'bnk_sandbox';
--> statement-breakpoint
insert into settlement_lines (mode, bank_connection_id, payment_key, reference, id, settled_on, gross, state, notice_id, received_at)
select p.mode, p.bank_connection_id, p.payment_key, p.settlement_reference, 'sln_' || substr(t.id, 5), p.settled_on, t.amount,
  case when t.settled_on is not null then 'applied' when t.status = 'failed' then 'refused' else 'waiting' end,
  coalesce(n.id, t.notice_id), coalesce(n.received_at, t.created_at)
from payments p join transactions t on t.id = p.transaction_id
left join lateral (select id, received_at from notices n where n.mode = p.mode and n.bank_connection_id = p.bank_connection_id and n.payment_key = p.settlement_reference and n.outcome = 'settlement' order by received_at limit 1) n on true
where p.settled_on is not null;
--> statement-breakpoint
-- A payment that is settled and was not reported yet: its amount stands in the settlement's notification alone.
create function pg_temp.json_of(body bytea) returns jsonb language plpgsql as $$
begin
  return convert_from(body, 'UTF8')::jsonb;
exception when others then
  return null;
end $$;
--> statement-breakpoint
with settlement as materialized (
  select mode, bank_connection_id, payment_key as reference, id, received_at, pg_temp.json_of(body) as json from notices where outcome = 'settlement'
), line as materialized (
  select s.*, one->>'transactionReference' as payment_key, one->>'amountPaid' as amount from settlement s, jsonb_array_elements(s.json->'eventData'->'transactions') one
  union all
  select s.*, json->'data'->>'id', coalesce(json->'data'->>'transactionAmount', json->'data'->>'amount') from settlement s
)
insert into settlement_lines (mode, bank_connection_id, payment_key, reference, id, settled_on, gross, state, notice_id, received_at)
select distinct on (p.mode, p.bank_connection_id, p.payment_key) p.mode, p.bank_connection_id, p.payment_key, p.settlement_reference,
  'sln_' || left(encode(sha256(convert_to(concat_ws(' ', p.mode, p.bank_connection_id, p.payment_key), 'UTF8')), 'hex'), 26),
  p.settled_on, (l.amount::numeric * 100)::bigint, 'waiting', l.id, l.received_at
from payments p join line l on l.mode = p.mode and l.bank_connection_id = p.bank_connection_id and l.reference = p.settlement_reference and l.payment_key = p.payment_key
where p.transaction_id is null and l.amount ~ '^\d{1,14}(\.\d{1,2})?$'
order by p.mode, p.bank_connection_id, p.payment_key, l.received_at;
--> statement-breakpoint
insert into exceptions (id, mode, provider, bank_connection_id, reason, subject, dedupe_key, amount, detail, notice_id, created_at)
select 'exc_' || substr(l.id, 5), l.mode, n.provider, l.bank_connection_id, 'settlement_unreported', l.payment_key,
  encode(sha256(convert_to(concat_ws(' ', l.mode, l.bank_connection_id, l.payment_key, 'settlement_unreported', l.reference), 'UTF8')), 'hex'), l.gross,
  'Settlement ' || l.reference || ' lists a payment of ' || to_char(l.gross / 100.0, 'FM999999999999990.00') || ' that the bank never reported. It is in no total; ask the bank for its notification.', l.notice_id, l.received_at
from settlement_lines l join notices n on n.id = l.notice_id
where not exists (select from payments p where p.mode = l.mode and p.bank_connection_id = l.bank_connection_id and p.payment_key = l.payment_key and p.transaction_id is not null);
--> statement-breakpoint
alter table payments drop column provider;
--> statement-breakpoint
insert into payments (mode, bank_connection_id, payment_key)
select distinct mode, bank_connection_id, subject from exceptions e where credit is not null
  and not exists (select from payments p where p.mode = e.mode and p.bank_connection_id = e.bank_connection_id and p.payment_key = e.subject);
--> statement-breakpoint
update payments p set needs_review = true where p.transaction_id is null or exists (select from exceptions e where e.mode = p.mode and e.bank_connection_id = p.bank_connection_id and e.subject = p.payment_key);
--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "account_issuer";
--> statement-breakpoint
ALTER TABLE "confirmations" DROP COLUMN "abandoned";
--> statement-breakpoint
ALTER TABLE "payments" DROP COLUMN "settled_on";
--> statement-breakpoint
ALTER TABLE "payments" DROP COLUMN "settlement_reference";
--> statement-breakpoint
ALTER TABLE "exceptions" ALTER COLUMN "bank_connection_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "exceptions" ALTER COLUMN "dedupe_key" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "notices" ALTER COLUMN "bank_connection_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "notices" ALTER COLUMN "adapter_version" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "notices" ALTER COLUMN "outcome" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "notices" ALTER COLUMN "digest" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "device_pairings" ALTER COLUMN "bank_connection_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "confirmations" ALTER COLUMN "bank_connection_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "bank_connection_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "transactions" ALTER COLUMN "bank_connection_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_mode_bank_connection_id_payment_key_pk" PRIMARY KEY("mode","bank_connection_id","payment_key");
--> statement-breakpoint
CREATE INDEX "bank_connections_organisation" ON "bank_connections" USING btree ("organisation_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "reversals_identity" ON "reversals" USING btree ("mode","bank_connection_id","payment_key","kind","stage","reference","amount");
--> statement-breakpoint
CREATE INDEX "reversals_transaction" ON "reversals" USING btree ("transaction_id") WHERE "reversals"."transaction_id" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_lines_applied" ON "settlement_lines" USING btree ("mode","bank_connection_id","payment_key") WHERE "settlement_lines"."state" = 'applied';
--> statement-breakpoint
CREATE INDEX "settlement_lines_notice" ON "settlement_lines" USING btree ("notice_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "exceptions_fact" ON "exceptions" USING btree ("dedupe_key");
--> statement-breakpoint
CREATE INDEX "notices_outcome" ON "notices" USING btree ("outcome","id") WHERE "notices"."outcome" <> 'recorded';
--> statement-breakpoint
CREATE INDEX "exceptions_subject" ON "exceptions" USING btree ("mode","bank_connection_id","subject");
--> statement-breakpoint
CREATE INDEX "notices_payment" ON "notices" USING btree ("mode","bank_connection_id","payment_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_account" ON "sessions" USING btree ("account_connection_id","account_number","account_generation");
--> statement-breakpoint
CREATE INDEX "confirmations_due" ON "confirmations" USING btree ("due_at");
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_connection_id_bank_connections_id_fk" FOREIGN KEY ("account_connection_id") REFERENCES "public"."bank_connections"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "device_pairings" ADD CONSTRAINT "device_pairings_bank_connection_id_bank_connections_id_fk" FOREIGN KEY ("bank_connection_id") REFERENCES "public"."bank_connections"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
alter table payments force row level security;
--> statement-breakpoint
alter table transactions force row level security;
--> statement-breakpoint
alter table confirmations force row level security;
--> statement-breakpoint
alter table notices force row level security;
--> statement-breakpoint
alter table exceptions force row level security;
--> statement-breakpoint
alter table sessions force row level security;
--> statement-breakpoint
alter table device_pairings force row level security;
--> statement-breakpoint
-- Read and written by the bank route and the command line alone; reversals of an organisation's payments also by its members.
alter table bank_connections enable row level security;
--> statement-breakpoint
alter table bank_connections force row level security;
--> statement-breakpoint
create policy whole_house on bank_connections to takings_system using (true) with check (true);
--> statement-breakpoint
alter table reversals enable row level security;
--> statement-breakpoint
alter table reversals force row level security;
--> statement-breakpoint
create policy whole_house on reversals to takings_system using (true) with check (true);
--> statement-breakpoint
alter table settlement_lines enable row level security;
--> statement-breakpoint
alter table settlement_lines force row level security;
--> statement-breakpoint
create policy whole_house on settlement_lines to takings_system using (true) with check (true);
--> statement-breakpoint
alter table retired_payments enable row level security;
--> statement-breakpoint
alter table retired_payments force row level security;
--> statement-breakpoint
create policy whole_house on retired_payments to takings_system using (true) with check (true);
--> statement-breakpoint
create policy own_organisation on reversals to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy own_organisation on bank_connections to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy own_organisation on retired_payments to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
grant select, insert, update, delete on bank_connections, reversals, settlement_lines, retired_payments to takings_system;
--> statement-breakpoint
grant select on reversals to takings_app;
