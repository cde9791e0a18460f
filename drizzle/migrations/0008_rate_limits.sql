CREATE UNLOGGED TABLE "request_counts" (
	"key_id" text NOT NULL,
	"endpoint_group" text NOT NULL,
	"used" bigint NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "request_counts_key_id_endpoint_group_pk" PRIMARY KEY("key_id","endpoint_group")
);
--> statement-breakpoint
ALTER TABLE "organisations" ADD COLUMN "account_quota" integer;--> statement-breakpoint
ALTER TABLE "organisations" ADD CONSTRAINT "organisations_account_quota" CHECK ("organisations"."account_quota" >= 0);
--> statement-breakpoint
alter table request_counts enable row level security;
--> statement-breakpoint
alter table request_counts force row level security;
--> statement-breakpoint
create policy all_organisations on request_counts to takings_system using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on request_counts to takings_system;
--> statement-breakpoint
-- Updated by every limited request: room on the page for the new version (HOT updates).
alter table request_counts set (fillfactor = 50);
