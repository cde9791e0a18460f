import { createHash } from "node:crypto";
import ipaddr from "ipaddr.js";
import { Failure } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import { type Db, systemTx } from "@/lib/db/client";

/** How failed attempts of one subject are slowed down. */
export interface Limit {
  /** What the failures are counted for: a digest, from which no e-mail address can be read. */
  subject: string;
  /** So many failures cost nothing; the next wait is one second, and each further one doubles it. */
  free: number;
  maxDelaySeconds: number;
  /** One failure is forgotten in each such time without another. */
  forgetSeconds: number;
}

/** A person mistypes a few times. A minute at most: guessing stays hopeless, and nobody is locked out. */
const OF_ACCOUNT = { free: 5, maxDelaySeconds: 60, forgetSeconds: 60 };
/** Hundreds of people at a venue share one address. */
const OF_ADDRESS = { free: 60, maxDelaySeconds: 60, forgetSeconds: 60 };
const OF_BROWSER = { free: 10, maxDelaySeconds: 60, forgetSeconds: 60 };
/** Three of a million codes are right at a time, and whoever tries them knows the password. */
const OF_CODE = { free: 5, maxDelaySeconds: 900, forgetSeconds: 900 };

/** Older rows count for nothing: the most failures that are kept, times the longest time to forget one. */
const KEPT_HOURS = 6;

const subjectOf = (kind: string, name: string) =>
  createHash("sha256").update(`${kind}:${name}`).digest("hex");

/** A household or a server is given 2^64 IPv6 addresses, and counts as one. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}

/** Attempts at the account of an e-mail address, whether there is one or not, from browsers that never signed in to it. */
export const accountLimit = (email: string): Limit => ({
  ...OF_ACCOUNT,
  subject: subjectOf("account", email.toLowerCase()),
});

/** Attempts from a client's address, at any account, from browsers that never signed in to it. */
export const addressLimit = (address: string): Limit => ({
  ...OF_ADDRESS,
  subject: subjectOf("address", networkOf(address)),
});

/** Attempts of one browser that has signed in to the account before: it has a budget of its own. */
export const browserLimit = (browserId: string): Limit => ({
  ...OF_BROWSER,
  subject: subjectOf("browser", browserId),
});

/** Codes of a second factor, tried after the right password; of a browser that has signed in before apart. */
export const codeLimit = (personId: Id<"person">, browserId = ""): Limit => ({
  ...OF_CODE,
  subject: subjectOf("code", `${personId} ${browserId}`),
});

/** Passwords and codes that a person who is signed in gives once more. */
export const confirmationLimit = (personId: Id<"person">): Limit => ({
  ...OF_BROWSER,
  subject: subjectOf("confirmation", personId),
});

/**
 * Counts an attempt as a failure of each subject, before the password is looked at: guesses that are sent all at once are
 * counted one by one. Throws `Failure("too_many_requests")` with `Retry-After` where one of them has to wait; such an
 * attempt is not counted, so that asking on makes no wait longer.
 */
export async function countAttempt(limits: readonly Limit[]): Promise<void> {
  // Always in the same order, so that no two wait for each other.
  const ordered = [...limits].sort((a, b) => (a.subject < b.subject ? -1 : 1));
  await systemTx(async (db) => {
    await db.sql`
      delete from sign_in_failures where subject in (
        select subject from sign_in_failures where counted_at < now() - make_interval(hours => ${KEPT_HOURS})
        for update skip locked)`;
    for (const limit of ordered) {
      const wait = await countOne(db, limit);
      if (wait > 0) throw tooMany(wait);
    }
  });
}

/** Counts a failure of one subject; 0, or the seconds that it has to wait first. */
async function countOne(
  { sql }: Db,
  { subject, free, maxDelaySeconds, forgetSeconds }: Limit,
): Promise<number> {
  const most = free + Math.ceil(Math.log2(maxDelaySeconds));
  const counted = await sql`
    insert into sign_in_failures as f (subject, failures, counted_at, blocked_until)
    values (${subject}, 1, clock_timestamp(), clock_timestamp() - interval '1 second')
    on conflict (subject) do update set (failures, counted_at, blocked_until) = (
      select n, clock_timestamp(), clock_timestamp() + make_interval(secs =>
        case when n < ${free}::int then -1 else least(power(2, n - ${free}::int), ${maxDelaySeconds}::int) end)
      from (select least(1 + greatest(0, f.failures
        - floor(extract(epoch from clock_timestamp() - f.counted_at) / ${forgetSeconds}::int)::int), ${most}::int) as n) next)
    where f.blocked_until <= clock_timestamp()
    returning subject`;
  if (counted.length > 0) return 0;
  const [row] = await sql<{ wait: number }[]>`
    select ceil(extract(epoch from blocked_until - clock_timestamp()))::int as wait
    from sign_in_failures where subject = ${subject}`;
  return Math.max(row?.wait ?? 1, 1);
}

function tooMany(seconds: number): Failure {
  const wait = seconds < 60 ? `${seconds} ${seconds === 1 ? "second" : "seconds"}` : minutesOf(seconds);
  return new Failure("too_many_requests", {
    detail: `Too many tries. Wait ${wait}, then try again.`,
    headers: { "retry-after": String(seconds) },
  });
}

function minutesOf(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

/** Takes back one attempt that was counted and did not fail; the subject's other failures stay. */
export async function takeBackAttempt({ sql }: Db, limits: readonly Limit[]): Promise<void> {
  await sql`
    with held as materialized (${lockInOrder(sql, limits)})
    update sign_in_failures f set failures = greatest(failures - 1, 0),
      blocked_until = clock_timestamp() - interval '1 second'
    from held where f.subject = held.subject`;
}

/**
 * Ends an attempt that succeeded: every failure of `own` is forgotten, for somebody who knows the password may mistype again;
 * of `shared`, where others sign in too, this attempt alone.
 */
export async function forgiveAttempt(
  { sql }: Db,
  { own, shared = [] }: { own: Limit; shared?: readonly Limit[] },
): Promise<void> {
  await sql`
    with held as materialized (${lockInOrder(sql, [own, ...shared])}), forgotten as (
      delete from sign_in_failures f using held where f.subject = held.subject and f.subject = ${own.subject})
    update sign_in_failures f set failures = greatest(failures - 1, 0),
      blocked_until = clock_timestamp() - interval '1 second'
    from held where f.subject = held.subject and f.subject <> ${own.subject}`;
}

/** Locks the rows of subjects in the order in which they are counted, so that no two wait for each other. */
const lockInOrder = (sql: Db["sql"], limits: readonly Limit[]) => sql`
  select subject from sign_in_failures where subject = any(${limits.map(({ subject }) => subject)}::text[])
  order by subject collate "C" for update`;
