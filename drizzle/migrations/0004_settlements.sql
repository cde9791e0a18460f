CREATE TABLE "settlement_polls" (
	"bank_connection_id" text PRIMARY KEY NOT NULL,
	"listed_through" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone NOT NULL,
	"leased_by" text,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"mode" text NOT NULL,
	"bank_connection_id" text NOT NULL,
	"reference" text NOT NULL,
	"settled_on" date NOT NULL,
	"source" text NOT NULL,
	"gross" bigint,
	"fees" bigint,
	"stamp_duty" bigint,
	"net" bigint,
	"payment_count" integer,
	"destination_account" text NOT NULL,
	"destination_bank" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "settlements_mode_bank_connection_id_reference_pk" PRIMARY KEY("mode","bank_connection_id","reference"),
	CONSTRAINT "settlements_source" CHECK ("settlements"."source" in ('list', 'notification', 'file'))
);
--> statement-breakpoint
CREATE INDEX "settlement_polls_due" ON "settlement_polls" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "settlement_lines_settlement" ON "settlement_lines" USING btree ("reference","mode","bank_connection_id");
--> statement-breakpoint
alter table settlements enable row level security;
--> statement-breakpoint
alter table settlement_polls enable row level security;
--> statement-breakpoint
alter table settlement_lines no force row level security;
--> statement-breakpoint
alter table bank_notifications no force row level security;
--> statement-breakpoint
insert into settlements (mode, bank_connection_id, reference, settled_on, source, destination_account, destination_bank, received_at)
select distinct on (l.mode, l.bank_connection_id, l.reference) l.mode, l.bank_connection_id, l.reference, l.settled_on,
  case when n.event = 'settlement.import' then 'file' else 'notification' end, '', '',
  min(n.received_at) over (partition by l.mode, l.bank_connection_id, l.reference)
from settlement_lines l join bank_notifications n on n.id = l.notification_id
order by l.mode, l.bank_connection_id, l.reference, n.event = 'settlement.import', n.received_at, n.id;
--> statement-breakpoint
alter table settlement_lines force row level security;
--> statement-breakpoint
alter table bank_notifications force row level security;
--> statement-breakpoint
alter table settlements force row level security;
--> statement-breakpoint
alter table settlement_polls force row level security;
--> statement-breakpoint
create policy all_organisations on settlements to takings_system using (true) with check (true);
--> statement-breakpoint
create policy all_organisations on settlement_polls to takings_system using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on settlements, settlement_polls to takings_system;
