-- Distributes the tables over the workers of a Citus cluster (docs/scale.md). Run once as the owner of the tables, after the
-- migrations and before the first payment, with psql -v ON_ERROR_STOP=1. The service must run with DATABASE_DISTRIBUTED=true.

-- A server connects to the others as the role of the statement. Only the addresses of the servers may use these logins: give
-- them no password, and allow them in pg_hba.conf of the workers from the other servers alone.
alter role takings_app login;
alter role takings_system login;

-- On every server: few rows, which every statement about a session or an event can need.
-- Their rows are copied by their owner, to whom forced row-level security would show none.
alter table organisations no force row level security;
alter table bank_connections no force row level security;
alter table webhook_endpoints no force row level security;
alter table sessions no force row level security;
select create_reference_table('organisations');
select create_reference_table('bank_connections');
select create_reference_table('webhook_endpoints');
select create_reference_table('sessions');
alter table organisations force row level security;
alter table bank_connections force row level security;
alter table webhook_endpoints force row level security;
alter table sessions force row level security;

-- A table can only be distributed while no local table has a foreign key to it.
alter table device_pairings drop constraint device_pairings_session_id_terminal_id_terminals_session_id_ter;
alter table operator_assignments drop constraint operator_assignments_session_id_operator_id_operators_session_i;
alter table operator_assignments drop constraint operator_assignments_session_id_terminal_id_terminals_session_i;

-- By session: all rows of a session are on one server, so that the recording statement meets one shard.
select create_distributed_table('session_states', 'session_id', colocate_with => 'none');
select create_distributed_table('session_totals', 'session_id', colocate_with => 'session_states');
select create_distributed_table('session_venues', 'session_id', colocate_with => 'session_states');
select create_distributed_table('terminals', 'session_id', colocate_with => 'session_states');
select create_distributed_table('operators', 'session_id', colocate_with => 'session_states');
select create_distributed_table('operator_assignments', 'session_id', colocate_with => 'session_states');
select create_distributed_table('device_pairings', 'session_id', colocate_with => 'session_states');
select create_distributed_table('transactions', 'session_id', colocate_with => 'session_states');
select create_distributed_table('payment_confirmations', 'session_id', colocate_with => 'session_states');
select create_distributed_table('retired_payments', 'session_id', colocate_with => 'session_states');
select create_distributed_table('refunds', 'session_id', colocate_with => 'session_states');
select create_distributed_table('settlement_totals', 'session_id', colocate_with => 'session_states');
select create_distributed_table('expected_payments', 'session_id', colocate_with => 'session_states');
select create_distributed_table('expected_payment_matches', 'session_id', colocate_with => 'session_states');
select create_distributed_table('expected_payment_progress', 'session_id', colocate_with => 'session_states');
select create_distributed_table('transaction_search', 'session_id', colocate_with => 'session_states');
select create_distributed_table('search_index_progress', 'session_id', colocate_with => 'session_states');
select create_distributed_table('minute_totals', 'session_id', colocate_with => 'session_states');
select create_distributed_table('unindexed_pending', 'session_id', colocate_with => 'session_states');
select create_distributed_table('webhook_deliveries', 'session_id', colocate_with => 'session_states');
select create_distributed_table('webhook_attempts', 'session_id', colocate_with => 'session_states');
select create_distributed_table('account_closures', 'session_id', colocate_with => 'session_states');
select create_distributed_table('account_reservations', 'session_id', colocate_with => 'session_states');
select create_distributed_table('wallboard_links', 'session_id', colocate_with => 'session_states');
select create_distributed_table('payment_pages', 'session_id', colocate_with => 'session_states');

alter table device_pairings add constraint device_pairings_session_id_terminal_id_terminals_session_id_ter
  foreign key (session_id, terminal_id) references terminals (session_id, terminal_id);
alter table operator_assignments add constraint operator_assignments_session_id_operator_id_operators_session_i
  foreign key (session_id, operator_id) references operators (session_id, id);
alter table operator_assignments add constraint operator_assignments_session_id_terminal_id_terminals_session_i
  foreign key (session_id, terminal_id) references terminals (session_id, terminal_id);

-- By their own key: unique over all sessions, or stored before the session is known.
select create_distributed_table('payment_identities', 'payment_key', colocate_with => 'none');
select create_distributed_table('bank_notifications', 'id', colocate_with => 'none');

-- A foreign key to a table on every server locks it there, which Citus allows only to a role that may write the whole table; a
-- policy then refuses every row.
grant insert on bank_connections to takings_app;
create policy no_rows_of_organisations on bank_connections as restrictive for insert to takings_app with check (false);
