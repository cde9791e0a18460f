import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, type Db } from "@/lib/db/client";
import {
  type Answer,
  type Claim,
  claimKey,
  inUse,
  isKeyOf,
  type KeyedRequest,
  leaseEnd,
  readAnswer,
} from "./claim";

/** What the function that executes a write with an idempotency key receives. `T` is what it returns to the caller. */
export interface KeyedWrite<T> {
  /** The id for the session that the write creates: the same in every execution of this request. */
  sessionId: Id<"session">;
  /**
   * Stores the answer in the SQL transaction of the write's effect, as its last statement, so that both are committed or
   * neither. Throws `Failure("idempotency_key_in_use")`, which rolls both back, if another request has taken over.
   */
  storeAnswer(db: Db, value: T): Promise<void>;
}

/** The functions that execute a write. */
interface Execution {
  /** Executes the write and stores its answer with `storeAnswer`. */
  execute(write: KeyedWrite<Answer>): Promise<Answer>;
  /**
   * Returns the key's state after a failure: the answer that it has from then on, `retry` if the next request executes the
   * write again, `forget` if the key may also be used with another body.
   */
  stateAfter(thrown: unknown): Answer | "retry" | "forget";
}

/** A third of the lease, so that two renewals may fail. */
const RENEWAL_MS = 3_000;

/**
 * Executes a write at most once for each key: the first request executes it, later ones get its answer. `isReplayed`
 * says which. Throws what `claimKey` throws, and what `execute` throws.
 */
export async function runOnce(
  scope: Scope,
  request: KeyedRequest,
  execution: Execution,
): Promise<{ answer: Answer; isReplayed: boolean }> {
  const claimed = await claimKey(scope, request);
  if ("body" in claimed) return { answer: claimed, isReplayed: true };
  const renewal = setInterval(() => void renewLease(scope, request), RENEWAL_MS).unref();
  try {
    return await executeClaimed(scope, request, claimed, execution);
  } finally {
    clearInterval(renewal);
  }
}

async function executeClaimed(
  scope: Scope,
  request: KeyedRequest,
  claim: Claim,
  { execute, stateAfter }: Execution,
): Promise<{ answer: Answer; isReplayed: boolean }> {
  let isStored = false;
  const storeAnswer = async (db: Db, answer: Answer) => {
    await store(db, scope, request, answer);
    isStored = true;
  };
  try {
    const answer = await execute({ sessionId: claim.reservedSessionId, storeAnswer });
    if (isStored) return { answer, isReplayed: false };
  } catch (thrown) {
    const state = stateAfter(thrown);
    if (typeof state === "object")
      await asOrganisation(scope.organisationId, (db) => store(db, scope, request, state));
    else await release(scope, request, claim.isFirst && state === "forget");
    throw thrown;
  }
  // The effect exists already: another request took over and committed it.
  const answer = await asOrganisation(scope.organisationId, (db) => readAnswer(db, scope, request));
  if (answer) return { answer, isReplayed: true };
  throw inUse();
}

/** The SQL condition that the request still has the lease and there is no answer. */
function isLeaseOf(db: Db, scope: Scope, request: KeyedRequest) {
  return db.sql`${isKeyOf(db, scope, request)} and leased_by = ${request.requestId} and status is null`;
}

async function store(db: Db, scope: Scope, request: KeyedRequest, answer: Answer): Promise<void> {
  const { status, headers, body } = answer;
  const stored = await db.sql`
    update idempotency_keys set status = ${status}, headers = ${db.sql.json(headers)}, body = ${body}
    where ${isLeaseOf(db, scope, request)} returning key`;
  if (stored.length === 0) throw inUse();
}

/** Errors are ignored: without a renewal the lease ends, and `store` then refuses to commit. */
async function renewLease(scope: Scope, request: KeyedRequest): Promise<void> {
  await asOrganisation(
    scope.organisationId,
    (db) => db.sql`
      update idempotency_keys set leased_until = ${leaseEnd(db)} where ${isLeaseOf(db, scope, request)}`,
  ).catch(() => undefined);
}

/**
 * Ends the lease, so that a retry executes the write at once. The row stays, because a bank may have opened an account
 * under the reserved id; `forget` deletes it. Errors are ignored: the lease ends by itself.
 */
async function release(scope: Scope, request: KeyedRequest, forget: boolean): Promise<void> {
  await asOrganisation(scope.organisationId, (db) =>
    forget
      ? db.sql`delete from idempotency_keys where ${isLeaseOf(db, scope, request)}`
      : db.sql`
          update idempotency_keys set leased_until = created_at where ${isLeaseOf(db, scope, request)}`,
  ).catch(() => undefined);
}
