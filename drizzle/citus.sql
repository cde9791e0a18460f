-- Distributes the tables over the workers of a Citus cluster (docs/scale.md). Run once as the owner of the tables, after the
-- migrations and before the first payment, with psql -v ON_ERROR_STOP=1. The service must run with DATABASE_DISTRIBUTED=true.

-- A server connects to the others as the role of the statement. Only the addresses of the servers may use these logins: give
-- them no password, and allow them in pg_hba.conf of the workers from the other servers alone.
alter role takings_app login;
alter role takings_system login;

-- Settings of a SQL transaction reach the other servers, where row-level security is checked.
-- Sessions are written concurrently: no row has a second copy that an order of writes would have to keep equal.
do $$ begin
  execute format('alter database %I set citus.propagate_set_commands = ''local''', current_database());
  execute format('alter database %I set citus.all_modifications_commutative = on', current_database());
end $$;

-- Foreign keys between tables of different placement, which no server could check.
alter table sessions drop constraint sessions_webhook_endpoint_id_webhook_endpoints_id_fk;
alter table sessions drop constraint sessions_account_connection_id_bank_connections_id_fk;
alter table device_pairings drop constraint device_pairings_bank_connection_id_bank_connections_id_fk;
alter table account_closures drop constraint account_closures_session_id_sessions_session_id_fk;

-- On every server: the row of each session, which nearly every statement needs.
-- Its rows are copied by their owner, to whom forced row-level security would show none.
alter table sessions no force row level security;
select create_reference_table('sessions');
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
select create_distributed_table('retired_payments', 'session_id', colocate_with => 'session_states');
select create_distributed_table('settlement_totals', 'session_id', colocate_with => 'session_states');
select create_distributed_table('expected_payments', 'session_id', colocate_with => 'session_states');
select create_distributed_table('expected_payment_matches', 'session_id', colocate_with => 'session_states');
select create_distributed_table('expected_payment_progress', 'session_id', colocate_with => 'session_states');
select create_distributed_table('transaction_search', 'session_id', colocate_with => 'session_states');
select create_distributed_table('search_index_progress', 'session_id', colocate_with => 'session_states');
select create_distributed_table('minute_totals', 'session_id', colocate_with => 'session_states');
select create_distributed_table('unindexed_pending', 'session_id', colocate_with => 'session_states');

alter table device_pairings add constraint device_pairings_session_id_terminal_id_terminals_session_id_ter
  foreign key (session_id, terminal_id) references terminals (session_id, terminal_id);
alter table operator_assignments add constraint operator_assignments_session_id_operator_id_operators_session_i
  foreign key (session_id, operator_id) references operators (session_id, id);
alter table operator_assignments add constraint operator_assignments_session_id_terminal_id_terminals_session_i
  foreign key (session_id, terminal_id) references terminals (session_id, terminal_id);

-- All other tables stay on the coordinator: what is unique over all sessions, and what is claimed over all sessions with
-- FOR UPDATE SKIP LOCKED, which Citus allows within one shard only.
