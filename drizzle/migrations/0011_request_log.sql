CREATE TABLE "request_log" (
	"organisation_id" text NOT NULL,
	"mode" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"id" text NOT NULL,
	"key_id" text NOT NULL,
	"key_label" text NOT NULL,
	"method" text NOT NULL,
	"path" text COLLATE "C" NOT NULL,
	"status" integer NOT NULL,
	"duration_ms" real NOT NULL,
	"session_id" text,
	"address" text NOT NULL,
	"request_body" text,
	"response_body" text,
	CONSTRAINT "request_log_organisation_id_mode_at_id_pk" PRIMARY KEY("organisation_id","mode","at","id")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE INDEX "request_log_path" ON "request_log" USING btree ("organisation_id","mode","path","at","id");--> statement-breakpoint
CREATE INDEX "request_log_key" ON "request_log" USING btree ("organisation_id","mode","key_id","at","id","path");--> statement-breakpoint
CREATE INDEX "request_log_status" ON "request_log" USING btree ("organisation_id","mode","status","at","id");--> statement-breakpoint
CREATE INDEX "request_log_method" ON "request_log" USING btree ("organisation_id","mode","method","at","id","path");--> statement-breakpoint
CREATE INDEX "request_log_session" ON "request_log" USING btree ("organisation_id","mode","session_id","at","id") WHERE "request_log"."session_id" is not null;--> statement-breakpoint
CREATE INDEX "request_log_errors" ON "request_log" USING btree ("organisation_id","mode","at","id","path") WHERE "request_log"."status" >= 400;
--> statement-breakpoint
alter table request_log enable row level security;
--> statement-breakpoint
alter table request_log force row level security;
--> statement-breakpoint
create policy own_organisation on request_log to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on request_log to takings_system using (true) with check (true);
--> statement-breakpoint
grant select on request_log to takings_app;
--> statement-breakpoint
grant select, insert on request_log to takings_system;
--> statement-breakpoint
-- The partitions: neither role may use this schema, so that rows are reached through request_log and its policies only.
create schema request_log_days;
--> statement-breakpoint
-- The service owns no tables: it calls this function, which runs as the owner, creates the partitions of yesterday, today and
-- tomorrow (UTC) if they are missing, and drops those that ended more than keep_days days ago. It touches nothing else.
create function prepare_request_log(keep_days integer) returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp set lock_timeout = '2s' as $$
declare
  today date := (now() at time zone 'UTC')::date;
  day date;
  partition text;
begin
  if keep_days is null or keep_days < 1 then
    raise exception 'keep_days must be at least 1' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(7820147);
  for day in select today + n from generate_series(-1, 1) as n loop
    partition := 'day_' || to_char(day, 'YYYYMMDD');
    if to_regclass('request_log_days.' || partition) is null then
      execute format('create table request_log_days.%I partition of public.request_log for values from (%L) to (%L)',
        partition, day || ' 00:00:00+00', (day + 1) || ' 00:00:00+00');
      execute format('alter table request_log_days.%I enable row level security', partition);
      execute format('alter table request_log_days.%I force row level security', partition);
    end if;
  end loop;
  for partition in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.request_log'::regclass and c.relname < 'day_' || to_char(today - keep_days, 'YYYYMMDD')
  loop
    execute format('drop table request_log_days.%I', partition);
  end loop;
end $$;
--> statement-breakpoint
revoke execute on function prepare_request_log(integer) from public;
--> statement-breakpoint
grant execute on function prepare_request_log(integer) to takings_system;
--> statement-breakpoint
select prepare_request_log(7);
