import { Failure } from "@/lib/core/errors/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, type Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { idempotencyKeys } from "@/lib/db/schema";
import { env } from "@/lib/env";
import { IDEMPOTENCY_KEY } from "./parse-key";

/** A write with an idempotency key. Method, path and key identify it within the organisation and mode. */
export interface KeyedRequest {
  method: string;
  /** The path as sent, without the query. */
  path: string;
  key: string;
  /** SHA-256 of the query and the body's bytes, in hexadecimal. */
  requestHash: string;
  requestId: Id<"request">;
}

/** An answer as it is stored: the HTTP status, the headers that belong to this answer, and the body. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The right to execute a write. */
export interface Claim {
  reservedSessionId: Id<"session">;
  /** Whether no request with this key was executed before. */
  isFirst: boolean;
}

/** The lease of an executing request. It is renewed well before it ends; after a crash a retry waits for its end. */
const LEASE_SECONDS = 10;

/** The SQL condition that a row is the request's key in the scope. */
export function isKeyOf({ sql }: Db, scope: Scope, { method, path, key }: KeyedRequest) {
  return sql`organisation_id = ${scope.organisationId} and mode = ${scope.mode} and method = ${method}
    and path = ${path} and key = ${key}`;
}

/** The SQL expression for the end of a lease that begins now. */
export const leaseEnd = ({ sql }: Db) => sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`;

/** The failure for a key whose request is being executed. A retry a second later is cheap and finds the answer. */
export function inUse(): Failure {
  return new Failure("idempotency_key_in_use", {
    detail: `A request with this ${IDEMPOTENCY_KEY} is being executed. Send the same request again after the time in Retry-After to get its answer.`,
    headers: { "retry-after": "1" },
  });
}

function reused(): Failure {
  return new Failure("idempotency_key_reused", {
    detail: `This ${IDEMPOTENCY_KEY} was sent before with another body or query. Send the same ones again, or use a new key.`,
  });
}

/** How often a claim is tried if the row of the key disappears meanwhile. */
const ATTEMPTS = 3;

/**
 * Claims the execution of a write, or returns the answer that the key already has. The claim is committed when this
 * resolves. A key whose executor died is claimed again, with the same reserved id, once the lease has ended. Throws
 * `Failure("idempotency_key_reused")` if the key came with another body or query, `Failure("idempotency_key_in_use")`
 * with `Retry-After` if another request executes it.
 */
export function claimKey(scope: Scope, request: KeyedRequest): Promise<Claim | Answer> {
  return asOrganisation(scope.organisationId, async (db) => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const claim = await insertOrTakeOver(db, scope, request);
      if (claim) return claim;
      const answer = await readAnswer(db, scope, request);
      if (answer) return answer;
    }
    throw inUse();
  });
}

async function insertOrTakeOver(db: Db, scope: Scope, request: KeyedRequest): Promise<Claim | undefined> {
  const { method, path, key, requestHash, requestId } = request;
  const [claim] = await db.sql<Claim[]>`
    insert into idempotency_keys as k (organisation_id, mode, method, path, key, request_hash, reserved_session_id,
      leased_by, leased_until, created_at, expires_at)
    values (${scope.organisationId}, ${scope.mode}, ${method}, ${path}, ${key}, ${requestHash},
      ${newId("session")}, ${requestId}, ${leaseEnd(db)}, clock_timestamp(),
      clock_timestamp() + make_interval(hours => ${env().idempotencyKeyHours}))
    on conflict (organisation_id, mode, method, path, key) do update
      set leased_by = excluded.leased_by, leased_until = excluded.leased_until
      where k.status is null and k.leased_until <= clock_timestamp() and k.expires_at > clock_timestamp()
        and k.request_hash = excluded.request_hash
    returning reserved_session_id, (xmax = 0) as is_first`;
  return claim;
}

type Row = RowOf<typeof idempotencyKeys, "requestHash" | "status" | "headers" | "body">;

/**
 * Returns the answer of a key that another request has claimed; undefined if the row is gone, or had expired and is now
 * deleted. Throws as `claimKey` does.
 */
export async function readAnswer(db: Db, scope: Scope, request: KeyedRequest): Promise<Answer | undefined> {
  const expired = await db.sql`
    delete from idempotency_keys where ${isKeyOf(db, scope, request)} and ${isExpired(db)} returning key`;
  if (expired.length > 0) return undefined;
  const [row] = await db.sql<Row[]>`
    select request_hash, status, headers, body from idempotency_keys where ${isKeyOf(db, scope, request)}`;
  if (!row) return undefined;
  if (row.requestHash !== request.requestHash) throw reused();
  const { status, headers, body } = row;
  if (status === null || headers === null || body === null) throw inUse();
  return { status, headers, body };
}

/** The SQL condition that a key may be deleted: its time is over and no request executes it. */
export const isExpired = ({ sql }: Db) => sql`
  expires_at <= clock_timestamp() and (status is not null or leased_until <= clock_timestamp())`;
