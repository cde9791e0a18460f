import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/ids";
import { systemDb, systemTx } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import {
  accountLimit,
  addressLimit,
  browserLimit,
  codeLimit,
  countAttempt,
  forgiveAttempt,
  type Limit,
  takeBackAttempt,
} from "./limits";

useTestDatabase();

beforeEach(async () => {
  await systemDb().sql`delete from sign_in_failures`;
});

const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const refused = (seconds: number) => ({
  code: "too_many_requests",
  headers: { "retry-after": String(seconds) },
});

/** Lets time pass for every subject. */
const pass = (seconds: number) => systemDb().sql`
  update sign_in_failures set counted_at = counted_at - make_interval(secs => ${seconds}),
    blocked_until = blocked_until - make_interval(secs => ${seconds})`;

/** The wait that one more failure is followed by. */
async function waitAfter(limit: Limit): Promise<number> {
  await countAttempt([limit]);
  const refusal = await countAttempt([limit]).then(
    () => undefined,
    (thrown) => thrown,
  );
  if (!refusal) await takeBackAttempt(systemDb(), [limit]);
  return refusal ? Number(refusal.headers["retry-after"]) : 0;
}

describe("failed sign-ins", () => {
  it("wait twice as long each time after the first five, and never longer than a minute", async () => {
    const limit = accountLimit("a@b.test");
    const waits = [];
    for (const _ of times(13)) {
      const wait = await waitAfter(limit);
      waits.push(wait);
      // Just over, so that no failure is forgotten meanwhile.
      await pass(wait + 0.01);
      await systemDb().sql`update sign_in_failures set counted_at = now()`;
    }
    expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it("of guesses at one account that are sent at once, five are looked at, from however many addresses", async () => {
    const guesses = times(24).map((index) =>
      countAttempt([accountLimit("a@b.test"), addressLimit(`198.51.100.${index}`)]),
    );
    const outcomes = await Promise.allSettled(guesses);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    await expect(countAttempt([accountLimit("A@B.test")])).rejects.toMatchObject(refused(1));
    await countAttempt([accountLimit("other@b.test"), addressLimit("198.51.100.99")]);
  });

  it("what is refused is counted for no subject, so that asking on makes no wait longer", async () => {
    const limits = [accountLimit("a@b.test"), addressLimit("198.51.100.7")];
    for (const _ of times(5)) await countAttempt(limits);
    for (const _ of times(20)) await expect(countAttempt(limits)).rejects.toMatchObject(refused(1));
    const rows = await systemDb().sql<{ failures: number }[]>`select failures from sign_in_failures`;
    expect(rows.map(({ failures }) => failures)).toEqual([5, 5]);
  });

  it("from one address sixty accounts are tried at once, and then one a minute", async () => {
    const guess = (index: number) =>
      countAttempt([accountLimit(`${index}@b.test`), addressLimit("198.51.100.7")]);
    for (const index of times(60)) await guess(index);
    await expect(guess(60)).rejects.toMatchObject(refused(1));
    await countAttempt([accountLimit("60@b.test"), addressLimit("198.51.100.8")]);
  });

  it("all addresses of one household count as one", async () => {
    for (const index of times(60)) await countAttempt([addressLimit(`2001:db8::${index}`)]);
    await expect(countAttempt([addressLimit("2001:db8:0:0:9::1")])).rejects.toMatchObject(refused(1));
    await countAttempt([addressLimit("2001:db8:0:1::1")]);
  });

  it("are forgotten one a minute", async () => {
    const limit = accountLimit("a@b.test");
    for (const _ of times(5)) await countAttempt([limit]);
    await pass(3 * 60);
    for (const _ of times(3)) await countAttempt([limit]);
    await expect(countAttempt([limit])).rejects.toMatchObject(refused(1));
  });

  it("are counted for a known browser by itself", async () => {
    const account = [accountLimit("a@b.test"), addressLimit("198.51.100.7")];
    for (const _ of times(5)) await countAttempt(account);
    await expect(countAttempt(account)).rejects.toMatchObject(refused(1));
    for (const _ of times(10)) await countAttempt([browserLimit("known")]);
    await expect(countAttempt([browserLimit("known")])).rejects.toMatchObject(refused(1));
    await countAttempt([browserLimit("another")]);
  });

  it("with codes of a second factor wait up to a quarter of an hour", async () => {
    const limit = codeLimit(newId("person"));
    for (const _ of times(30)) {
      await countAttempt([limit]);
      await systemDb()
        .sql`update sign_in_failures set counted_at = now(), blocked_until = now() - interval '1 s'`;
    }
    expect(await waitAfter(limit)).toBe(900);
    await pass(900);
    expect(await waitAfter(limit)).toBe(900);
  });

  it("are forgotten for who gets in, and no e-mail address is kept", async () => {
    const limits = [accountLimit("a@b.test"), addressLimit("198.51.100.9")];
    for (const _ of times(4)) await countAttempt(limits);
    await forgiveAttempt(systemDb(), { own: accountLimit("a@b.test"), shared: limits.slice(1) });
    const rows = await systemDb().sql<
      { subject: string; failures: number }[]
    >`select * from sign_in_failures`;
    expect(rows).toMatchObject([{ subject: expect.stringMatching(/^[0-9a-f]{64}$/), failures: 3 }]);
  });

  it("are counted, taken back and forgiven at the same time without waiting for each other in a circle", async () => {
    // More free attempts than this test makes: none is refused.
    const limits = times(4).map((index) => ({ ...addressLimit(`198.51.100.${index}`), free: 10_000 }));
    const reversed = [...limits].sort((a, b) => (a.subject < b.subject ? 1 : -1));
    for (const limit of reversed) await countAttempt([limit]);
    const [own, ...shared] = reversed as [Limit, ...Limit[]];
    const works = times(40).flatMap(() => [
      countAttempt(reversed),
      takeBackAttempt(systemDb(), reversed),
      systemTx((db) => forgiveAttempt(db, { own, shared })),
    ]);
    const outcomes = await Promise.allSettled(works);
    expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
  });

  it("of long ago leave no row", async () => {
    await countAttempt([accountLimit("a@b.test")]);
    await pass(7 * 3600);
    await countAttempt([accountLimit("c@d.test")]);
    expect(await systemDb().sql`select from sign_in_failures`).toHaveLength(1);
  });
});
