import { createHash } from "node:crypto";
import ipaddr from "ipaddr.js";
import { Failure } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import { type Db, systemTx } from "@/lib/db/client";

/** The rate limit of failed attempts for one subject. */
export interface AttemptLimit {
  /** The key under which failures are counted: a digest, so that no e-mail address is stored. */
  subject: string;
  /** Failures without a delay. The next one has to wait one second; each further failure doubles the delay. */
  free: number;
  maxDelaySeconds: number;
  /** The failure count drops by one for each such period without a failure. */
  decaySeconds: number;
}

/** Allows for typing errors. A delay of at most one minute makes guessing hopeless without locking the account. */
const ACCOUNT_LIMIT = { free: 5, maxDelaySeconds: 60, decaySeconds: 60 };
/** Higher, because hundreds of people at a venue can share one address. */
const ADDRESS_LIMIT = { free: 60, maxDelaySeconds: 60, decaySeconds: 60 };
const BROWSER_LIMIT = { free: 10, maxDelaySeconds: 60, decaySeconds: 60 };
/** Stricter, because three of a million codes are valid at a time and the client already knows the password. */
const CODE_LIMIT = { free: 5, maxDelaySeconds: 900, decaySeconds: 900 };

/** A message goes to a person who may not have asked for it, so after five there is one in a quarter of an hour at most. */
const MESSAGE_LIMIT = { free: 5, maxDelaySeconds: 900, decaySeconds: 900 };

/**
 * Older rows have decayed to zero: a count is capped at 15 (5 free + log2(900) rounded up) and drops by one every 900 s,
 * 3.75 hours in total; an address count, at most 66, decays within 66 minutes.
 */
const RETENTION_HOURS = 6;
/** The processors of a virtual machine can differ by this much: a delay of 1 second must not be stated as 2. */
const CLOCK_DIFFERENCE_SECONDS = 0.01;

const hashSubject = (kind: string, name: string) =>
  createHash("sha256").update(`${kind}:${name}`).digest("hex");

/** Returns the /64 network of an IPv6 address, because one household or server gets 2^64 addresses; else the address. */
function toNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}

/** Limit for an e-mail address, whether or not it has an account, from browsers that never signed in to that account. */
export const accountLimit = (email: string): AttemptLimit => ({
  ...ACCOUNT_LIMIT,
  subject: hashSubject("account", email.toLowerCase()),
});

/** Limit for a client's address over all accounts, from browsers that never signed in to the account. */
export const addressLimit = (address: string): AttemptLimit => ({
  ...ADDRESS_LIMIT,
  subject: hashSubject("address", toNetwork(address)),
});

/** Separate limit for a browser that has signed in to the account before. */
export const browserLimit = (browserId: string): AttemptLimit => ({
  ...BROWSER_LIMIT,
  subject: hashSubject("browser", browserId),
});

/** Limit for second-factor codes after the right password; separate for each known browser. */
export const codeLimit = (personId: Id<"person">, browserId = ""): AttemptLimit => ({
  ...CODE_LIMIT,
  subject: hashSubject("code", `${personId} ${browserId}`),
});

/** Limit for passwords and codes with which a signed-in person confirms their identity. */
export const confirmationLimit = (personId: Id<"person">): AttemptLimit => ({
  ...BROWSER_LIMIT,
  subject: hashSubject("confirmation", personId),
});

/** Limit for messages that one person, or somebody in their name, can have sent: `subject` is an id or an e-mail address. */
export const messageLimit = (subject: string): AttemptLimit => ({
  ...MESSAGE_LIMIT,
  subject: hashSubject("message", subject.toLowerCase()),
});

/** Limit for the password links that one client's address asks for, over all accounts. */
export const linkRequestLimit = (address: string): AttemptLimit => ({
  ...ADDRESS_LIMIT,
  subject: hashSubject("link request", toNetwork(address)),
});

/**
 * Counts an attempt as a failure of each subject before the password is checked, so that concurrent guesses are counted
 * one by one. Throws `Failure("too_many_requests")` with `Retry-After` if a subject has to wait; a rejected attempt is not
 * counted for any subject, so that repeated requests do not extend the delay.
 */
export async function countAttempt(limits: readonly AttemptLimit[]): Promise<void> {
  // A fixed lock order prevents deadlocks.
  const ordered = [...limits].sort((a, b) => (a.subject < b.subject ? -1 : 1));
  await systemTx(async (db) => {
    await db.sql`
      delete from sign_in_failures where subject in (
        select subject from sign_in_failures where counted_at < now() - make_interval(hours => ${RETENTION_HOURS})
        for update skip locked)`;
    for (const limit of ordered) {
      const wait = await countOne(db, limit);
      if (wait > 0) throw tooMany(wait);
    }
  });
}

/** Counts a failure of one subject. Returns 0, or the seconds to wait if it was not counted. */
async function countOne(
  { sql }: Db,
  { subject, free, maxDelaySeconds, decaySeconds }: AttemptLimit,
): Promise<number> {
  const maxFailures = free + Math.ceil(Math.log2(maxDelaySeconds));
  const counted = await sql`
    insert into sign_in_failures as f (subject, failures, counted_at, blocked_until)
    values (${subject}, 1, clock_timestamp(), clock_timestamp() - interval '1 second')
    on conflict (subject) do update set (failures, counted_at, blocked_until) = (
      select n, clock_timestamp(), clock_timestamp() + make_interval(secs =>
        case when n < ${free}::int then -1 else least(power(2, n - ${free}::int), ${maxDelaySeconds}::int) end)
      from (select least(1 + greatest(0, f.failures
        - greatest(0, floor(extract(epoch from clock_timestamp() - f.counted_at) / ${decaySeconds}::int)::int)), ${maxFailures}::int) as n) next)
    where f.blocked_until <= clock_timestamp()
    returning subject`;
  if (counted.length > 0) return 0;
  const [row] = await sql<{ wait: number }[]>`
    select ceil(extract(epoch from blocked_until - clock_timestamp()) - ${CLOCK_DIFFERENCE_SECONDS}::float8)::int as wait
    from sign_in_failures where subject = ${subject}`;
  return Math.max(row?.wait ?? 1, 1);
}

function tooMany(seconds: number): Failure {
  const wait = seconds < 60 ? `${seconds} ${seconds === 1 ? "second" : "seconds"}` : formatMinutes(seconds);
  return new Failure("too_many_requests", {
    detail: `Too many attempts. Wait ${wait}, then try again.`,
    headers: { "retry-after": String(seconds) },
  });
}

function formatMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

/** Reverts one counted attempt that did not fail; keeps the subject's other failures. */
export async function revertAttempt({ sql }: Db, limits: readonly AttemptLimit[]): Promise<void> {
  await sql`
    with locked as materialized (${lockInOrder(sql, limits)})
    update sign_in_failures f set failures = greatest(failures - 1, 0),
      blocked_until = clock_timestamp() - interval '1 second'
    from locked where f.subject = locked.subject`;
}

/**
 * Completes a successful attempt: deletes all failures of `own`, and reverts only this attempt for `shared` subjects,
 * which count other people's failures too.
 */
export async function clearFailures(
  { sql }: Db,
  { own, shared = [] }: { own: AttemptLimit; shared?: readonly AttemptLimit[] },
): Promise<void> {
  await sql`
    with locked as materialized (${lockInOrder(sql, [own, ...shared])}), deleted as (
      delete from sign_in_failures f using locked where f.subject = locked.subject and f.subject = ${own.subject})
    update sign_in_failures f set failures = greatest(failures - 1, 0),
      blocked_until = clock_timestamp() - interval '1 second'
    from locked where f.subject = locked.subject and f.subject <> ${own.subject}`;
}

/** Locks the subjects' rows in the order in which they are counted, to prevent deadlocks. */
const lockInOrder = (sql: Db["sql"], limits: readonly AttemptLimit[]) => sql`
  select subject from sign_in_failures where subject = any(${limits.map(({ subject }) => subject)}::text[])
  order by subject collate "C" for update`;
