-- before the transaction
-- The smallest id of a kind, named by its prefix, at a time: ids are in the order of time (lib/core/ids.ts).
create or replace function first_id_at(prefix text, at timestamptz) returns text language sql immutable parallel safe
  set search_path = pg_catalog, pg_temp as $$
  select prefix || '_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', ((ms >> (5 * n)) & 31)::integer + 1, 1), '' order by n desc)
  from generate_series(0, 9) as n, (select floor(extract(epoch from at) * 1000)::bigint as ms) as t
$$;
--> statement-breakpoint
-- before the transaction
-- The existing rows become the first partition, without a copy: this constraint proves that they belong to it. It ends at least a
-- month from now, so that a service of the release before, which writes until the transaction, can break it only if the upgrade is
-- given up in between and never repeated.
do $$
declare
  month timestamp := date_trunc('month', now() at time zone 'UTC');
begin
  if (select relkind from pg_class where oid = to_regclass('public.webhook_attempts')) is distinct from 'r' then return; end if;
  -- Checked already, unless an upgrade was given up long ago.
  if exists (select from pg_constraint where conrelid = 'public.webhook_attempts'::regclass and conname = 'webhook_attempts_earlier'
    and convalidated and substring(pg_get_constraintdef(oid) from '''(evt_\w+)''') > public.first_id_at('evt', now() + interval '1 day'))
  then return; end if;
  alter table public.webhook_attempts drop constraint if exists webhook_attempts_earlier;
  execute format('alter table public.webhook_attempts add constraint webhook_attempts_earlier check (delivery_id < %L) not valid',
    public.first_id_at('evt', (month + interval '2 months') at time zone 'UTC'));
end $$;
--> statement-breakpoint
-- before the transaction
-- Reads the table once; attempts are written meanwhile. If a clock was ahead, so that an id is of a later month, all attempts stay
-- in the first partition, which then has no end.
do $$
begin
  if (select relkind from pg_class where oid = to_regclass('public.webhook_attempts')) is distinct from 'r' then return; end if;
  begin
    alter table public.webhook_attempts validate constraint webhook_attempts_earlier;
  exception when check_violation then
    alter table public.webhook_attempts drop constraint webhook_attempts_earlier;
    alter table public.webhook_attempts add constraint webhook_attempts_earlier check (delivery_id < 'evt_zz');
  end;
end $$;
--> statement-breakpoint
-- The partitions: neither role may use this schema, so that rows are reached through webhook_attempts and its policies only.
create schema webhook_attempt_months;
--> statement-breakpoint
alter table webhook_attempts set schema webhook_attempt_months;
--> statement-breakpoint
alter table webhook_attempt_months.webhook_attempts rename to earlier;
--> statement-breakpoint
create table webhook_attempts (like webhook_attempt_months.earlier) partition by range (delivery_id);
--> statement-breakpoint
alter table webhook_attempts add constraint webhook_attempts_session_id_delivery_id_number_pk primary key (session_id, delivery_id, number);
--> statement-breakpoint
do $$
begin
  execute format('alter table public.webhook_attempts attach partition webhook_attempt_months.earlier for values from (minvalue) to (%s)',
    (select substring(pg_get_constraintdef(oid) from '''evt_\w+''') from pg_constraint
      where conrelid = 'webhook_attempt_months.earlier'::regclass and conname = 'webhook_attempts_earlier'));
end $$;
--> statement-breakpoint
alter table webhook_attempt_months.earlier drop constraint webhook_attempts_earlier;
--> statement-breakpoint
-- Takes the attempts of months without a partition, so that an attempt is never refused: of events that are sent again after their
-- month was dropped, or while no process has created the partitions of the next months.
create table webhook_attempt_months.other partition of webhook_attempts default;
--> statement-breakpoint
alter table webhook_attempts enable row level security;
--> statement-breakpoint
alter table webhook_attempts force row level security;
--> statement-breakpoint
create policy own_organisation on webhook_attempts to takings_app using (organisation_id = current_setting('takings.organisation', true)) with check (organisation_id = current_setting('takings.organisation', true));
--> statement-breakpoint
create policy all_organisations on webhook_attempts to takings_system using (true) with check (true);
--> statement-breakpoint
alter table webhook_attempt_months.other enable row level security;
--> statement-breakpoint
alter table webhook_attempt_months.other force row level security;
--> statement-breakpoint
grant select, insert, update, delete on webhook_attempts to takings_system;
--> statement-breakpoint
grant select on webhook_attempts to takings_app;
--> statement-breakpoint
-- The service owns no tables: it calls this function, which runs as the owner, creates the partitions of this month and the next
-- two (UTC) if they are missing, and drops those whose events were all created more than keep_days days ago and before keep_from,
-- an id of an event; null drops none and limits nothing. Returns the id from which on partitions were kept, null if none was
-- dropped. It reads no rows.
create function prepare_webhook_attempts(keep_days integer, keep_from text) returns text language plpgsql security definer
  set search_path = pg_catalog, pg_temp set lock_timeout = '500ms' as $$
declare
  month timestamp;
  first text;
  after_last text;
  ended text;
  dropped_to text;
  partition text;
begin
  if keep_days < 31 then
    raise exception 'keep_days must be at least 31' using errcode = '22023';
  end if;
  -- Another process prepares them.
  if not pg_try_advisory_xact_lock(7820148) then return null; end if;
  select substring(pg_get_expr(relpartbound, oid) from 'TO \(''(.*)''\)') into ended
    from pg_class where oid = to_regclass('webhook_attempt_months.earlier') and relispartition;
  for month in select date_trunc('month', now() at time zone 'UTC') + n * interval '1 month' from generate_series(0, 2) as n loop
    partition := 'month_' || to_char(month, 'YYYYMM');
    first := public.first_id_at('evt', month at time zone 'UTC');
    after_last := public.first_id_at('evt', (month + interval '1 month') at time zone 'UTC');
    continue when first < ended or to_regclass('webhook_attempt_months.' || partition) is not null;
    begin
      execute format('create table webhook_attempt_months.%I partition of public.webhook_attempts for values from (%L) to (%L)',
        partition, first, after_last);
      execute format('alter table webhook_attempt_months.%I enable row level security', partition);
      execute format('alter table webhook_attempt_months.%I force row level security', partition);
    exception when check_violation then
      raise warning 'attempts of % are in the partition of other months', partition;
    end;
  end loop;
  for partition, after_last in
    select c.relname, b.after_last from pg_inherits i join pg_class c on c.oid = i.inhrelid
    cross join lateral (select substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''(.*)''\)') as after_last) b
    where i.inhparent = 'public.webhook_attempts'::regclass
      and b.after_last <= public.first_id_at('evt', now() - keep_days * interval '1 day')
      and coalesce(b.after_last <= keep_from, true)
  loop
    execute format('drop table webhook_attempt_months.%I', partition);
    dropped_to := greatest(dropped_to, after_last);
  end loop;
  return dropped_to;
end $$;
--> statement-breakpoint
revoke execute on function prepare_webhook_attempts(integer, text) from public;
--> statement-breakpoint
grant execute on function prepare_webhook_attempts(integer, text) to takings_system;
--> statement-breakpoint
select prepare_webhook_attempts(null, null);
