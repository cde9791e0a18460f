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
ALTER TABLE "devices" ADD CONSTRAINT "devices_bank_connection_id_bank_connections_id_fk" FOREIGN KEY ("bank_connection_id") REFERENCES "public"."bank_connections"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "device_claims" ADD CONSTRAINT "device_claims_bank_connection_id_bank_connections_id_fk" FOREIGN KEY ("bank_connection_id") REFERENCES "public"."bank_connections"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "devices_owner" ON "devices" USING btree ("mode","bank_connection_id","serial") WHERE "devices"."released_at" is null;
--> statement-breakpoint
CREATE INDEX "devices_serial" ON "devices" USING btree ("mode","serial");
--> statement-breakpoint
CREATE INDEX "devices_organisation" ON "devices" USING btree ("organisation_id","mode");
--> statement-breakpoint
CREATE UNIQUE INDEX "device_claims_open" ON "device_claims" USING btree ("mode","bank_connection_id","serial") WHERE "device_claims"."state" = 'open';
--> statement-breakpoint
CREATE UNIQUE INDEX "device_claims_payment" ON "device_claims" USING btree ("mode","bank_connection_id","payment_key") WHERE "device_claims"."payment_key" is not null;
--> statement-breakpoint
CREATE INDEX "device_claims_serial" ON "device_claims" USING btree ("mode","serial");
--> statement-breakpoint
CREATE INDEX "device_claims_organisation" ON "device_claims" USING btree ("organisation_id","mode");
--> statement-breakpoint
CREATE INDEX "exceptions_devices" ON "exceptions" USING gin (("credit"->'devices') jsonb_path_ops) WHERE "exceptions"."credit" is not null;
--> statement-breakpoint
-- Row-level security hides the rows from their owner; it is forced again at the end.
alter table device_pairings no force row level security;
--> statement-breakpoint
-- A device that was paired before belongs to the organisation that paired it last. A pairing at `bnk_sandbox` was made for
-- every bank. A terminal's own id is no device of its own.
with latest as (
  select distinct on (mode, bank_connection_id, device) id, organisation_id, mode, bank_connection_id, device, paired_from
  from device_pairings
  where device !~ '^pos_[0-9a-hjkmnp-tv-z]{10}_[0-9]{3}$'
  order by mode, bank_connection_id, device, id desc
)
insert into devices (id, organisation_id, mode, bank_connection_id, serial, method, claimed_by, claimed_at)
select 'dev_' || substr(l.id, 5), l.organisation_id, l.mode, l.bank_connection_id, l.device,
  case l.mode when 'live' then 'operator' else 'sandbox' end, 'migration', l.paired_from
from latest l
where not exists (
  select from latest o
  where o.mode = l.mode and o.device = l.device and o.organisation_id <> l.organisation_id and o.id > l.id
    and 'bnk_sandbox' in (o.bank_connection_id, l.bank_connection_id));
--> statement-breakpoint
alter table device_pairings force row level security;
--> statement-breakpoint
-- Written by the deployment's side alone, which sees all owners; an organisation reads its own.
alter table devices enable row level security;
--> statement-breakpoint
alter table devices force row level security;
--> statement-breakpoint
create policy whole_house on devices to takings_system using (true) with check (true);
--> statement-breakpoint
create policy own_organisation on devices to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
alter table device_claims enable row level security;
--> statement-breakpoint
alter table device_claims force row level security;
--> statement-breakpoint
create policy whole_house on device_claims to takings_system using (true) with check (true);
--> statement-breakpoint
create policy own_organisation on device_claims to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
grant select, insert, update on devices, device_claims to takings_system;
--> statement-breakpoint
grant select on devices, device_claims to takings_app;
