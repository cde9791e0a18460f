CREATE TABLE "service_state" (
	"name" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
-- The deployment's own: no organisation reads or writes it.
alter table service_state enable row level security;
--> statement-breakpoint
alter table service_state force row level security;
--> statement-breakpoint
create policy whole_house on service_state to takings_system using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on service_state to takings_system;
