import { createHash } from "node:crypto";
import ipaddr from "ipaddr.js";
import { Failure } from "@/lib/core/errors";
import { type Id, newId } from "@/lib/core/ids";
import { type Db, systemTx } from "@/lib/db/client";

const WINDOW_SECONDS = 15 * 60;
/** A person mistypes a few times; an office behind one address holds a few such persons. */
const MOST_OF_ACCOUNT = 10;
const MOST_OF_ADDRESS = 60;

/** A try at signing in that counts as failed until it is known to be none. */
export interface Try {
  id: Id<"signIn">;
  account: string;
}

const digest = (text: string) => createHash("sha256").update(text).digest("hex");

/** A household or a server is given 2^64 IPv6 addresses, and counts as one. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}

/**
 * Counts a try against its account, whether there is one or not, and its client's address, before the password is
 * looked at: guesses that are sent all at once are counted one by one. Throws `Failure("too_many_requests")` with
 * `Retry-After` where either has failed too often within fifteen minutes; what is refused is not counted, so that
 * asking on keeps nobody out for longer.
 */
export async function countTry(input: { email: string; address: string }): Promise<Try> {
  const account = digest(`account:${input.email.toLowerCase()}`);
  const address = digest(`address:${networkOf(input.address)}`);
  const id = newId("signIn");
  await systemTx(async (db) => {
    // Always in the same order, so that no two wait for each other.
    for (const subject of [account, address].sort()) {
      await db.sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`;
    }
    await db.sql`delete from sign_in_failures where failed_at <= now() - make_interval(secs => ${WINDOW_SECONDS})`;
    const waits = [await waitOf(db, account, MOST_OF_ACCOUNT), await waitOf(db, address, MOST_OF_ADDRESS)];
    const wait = Math.max(...waits);
    if (wait > 0) throw tooMany(wait);
    await db.sql`
      insert into sign_in_failures (subject, id, failed_at)
      values (${account}, ${id}, clock_timestamp()), (${address}, ${id}, clock_timestamp())`;
  });
  return { id, account };
}

/** Seconds until one more may be tried; 0 for at once. */
async function waitOf({ sql }: Db, subject: string, most: number): Promise<number> {
  const [row] = await sql<{ count: number; wait: number | null }[]>`
    select count(*)::int as count,
      ceil(extract(epoch from min(failed_at) - clock_timestamp()) + ${WINDOW_SECONDS})::int as wait
    from sign_in_failures where subject = ${subject}`;
  return row && row.count >= most ? Math.max(row.wait ?? 1, 1) : 0;
}

function tooMany(seconds: number): Failure {
  const minutes = Math.ceil(seconds / 60);
  return new Failure("too_many_requests", {
    detail: `Too many tries. Wait ${minutes === 1 ? "a minute" : `${minutes} minutes`}, then try again.`,
    headers: { "retry-after": String(seconds) },
  });
}

/** Forgets a try that was none, and with it the account's failures: whoever knows the password may err again. */
export async function forgiveTry({ sql }: Db, { id, account }: Try): Promise<void> {
  await sql`delete from sign_in_failures where subject = ${account} or id = ${id}`;
}
