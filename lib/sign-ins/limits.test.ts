import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/ids";
import { systemDb, systemTx } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import {
  type AttemptLimit,
  accountLimit,
  addressLimit,
  browserLimit,
  clearFailures,
  codeLimit,
  countAttempt,
  revertAttempt,
} from "./limits";

useTestDatabase();

beforeEach(async () => {
  await systemDb().sql`delete from sign_in_failures`;
});

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const tooMany = (seconds: number) => ({
  code: "too_many_requests",
  headers: { "retry-after": String(seconds) },
});

/** Simulates that time has passed for every subject. */
const advanceTime = (seconds: number) => systemDb().sql`
  update sign_in_failures set counted_at = counted_at - make_interval(secs => ${seconds}),
    blocked_until = blocked_until - make_interval(secs => ${seconds})`;

/** Counts one more failure and returns the delay after it, in seconds. */
async function waitAfter(limit: AttemptLimit): Promise<number> {
  await countAttempt([limit]);
  const refusal = await countAttempt([limit]).then(
    () => undefined,
    (thrown) => thrown,
  );
  if (!refusal) await revertAttempt(systemDb(), [limit]);
  return refusal ? Number(refusal.headers["retry-after"]) : 0;
}

describe("failed sign-ins", () => {
  it("double the delay after the first five, up to one minute", async () => {
    const limit = accountLimit("a@b.test");
    const waits = [];
    for (const _ of range(13)) {
      const wait = await waitAfter(limit);
      waits.push(wait);
      // Just past the delay, so that no failure decays in the meantime.
      await advanceTime(wait + 0.01);
      await systemDb().sql`update sign_in_failures set counted_at = now()`;
    }
    expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it("allow five of many concurrent guesses at one account, from any number of addresses", async () => {
    const guesses = range(24).map((index) =>
      countAttempt([accountLimit("a@b.test"), addressLimit(`198.51.100.${index}`)]),
    );
    const outcomes = await Promise.allSettled(guesses);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    await expect(countAttempt([accountLimit("A@B.test")])).rejects.toMatchObject(tooMany(1));
    await countAttempt([accountLimit("other@b.test"), addressLimit("198.51.100.99")]);
  });

  it("do not include rejected attempts, so that repeated requests do not extend the delay", async () => {
    const limits = [accountLimit("a@b.test"), addressLimit("198.51.100.7")];
    for (const _ of range(5)) await countAttempt(limits);
    for (const _ of range(20)) await expect(countAttempt(limits)).rejects.toMatchObject(tooMany(1));
    const rows = await systemDb().sql<{ failures: number }[]>`select failures from sign_in_failures`;
    expect(rows.map(({ failures }) => failures)).toEqual([5, 5]);
  });

  it("allow sixty attempts from one address at different accounts, then delay", async () => {
    const guess = (index: number) =>
      countAttempt([accountLimit(`${index}@b.test`), addressLimit("198.51.100.7")]);
    for (const index of range(60)) await guess(index);
    await expect(guess(60)).rejects.toMatchObject(tooMany(1));
    await countAttempt([accountLimit("60@b.test"), addressLimit("198.51.100.8")]);
  });

  it("count all IPv6 addresses of one /64 network as one", async () => {
    for (const index of range(60)) await countAttempt([addressLimit(`2001:db8::${index}`)]);
    await expect(countAttempt([addressLimit("2001:db8:0:0:9::1")])).rejects.toMatchObject(tooMany(1));
    await countAttempt([addressLimit("2001:db8:0:1::1")]);
  });

  it("decay by one per minute", async () => {
    const limit = accountLimit("a@b.test");
    for (const _ of range(5)) await countAttempt([limit]);
    await advanceTime(3 * 60);
    for (const _ of range(3)) await countAttempt([limit]);
    await expect(countAttempt([limit])).rejects.toMatchObject(tooMany(1));
  });

  it("are counted once each if the clock is set back in between", async () => {
    const limit = accountLimit("a@b.test");
    for (const _ of range(4)) {
      await countAttempt([limit]);
      await systemDb().sql`update sign_in_failures set counted_at = counted_at + interval '90 seconds'`;
    }
    const rows = await systemDb().sql<{ failures: number }[]>`select failures from sign_in_failures`;
    expect(rows).toEqual([{ failures: 4 }]);
  });

  it("are counted separately for a known browser", async () => {
    const account = [accountLimit("a@b.test"), addressLimit("198.51.100.7")];
    for (const _ of range(5)) await countAttempt(account);
    await expect(countAttempt(account)).rejects.toMatchObject(tooMany(1));
    for (const _ of range(10)) await countAttempt([browserLimit("known")]);
    await expect(countAttempt([browserLimit("known")])).rejects.toMatchObject(tooMany(1));
    await countAttempt([browserLimit("another")]);
  });

  it("with second-factor codes delay up to a quarter of an hour", async () => {
    const limit = codeLimit(newId("person"));
    for (const _ of range(30)) {
      await countAttempt([limit]);
      await systemDb()
        .sql`update sign_in_failures set counted_at = now(), blocked_until = now() - interval '1 s'`;
    }
    expect(await waitAfter(limit)).toBe(900);
    await advanceTime(900);
    expect(await waitAfter(limit)).toBe(900);
  });

  it("are cleared for the account by a successful sign-in, and no e-mail address is stored", async () => {
    const limits = [accountLimit("a@b.test"), addressLimit("198.51.100.9")];
    for (const _ of range(4)) await countAttempt(limits);
    await clearFailures(systemDb(), { own: accountLimit("a@b.test"), shared: limits.slice(1) });
    const rows = await systemDb().sql<
      { subject: string; failures: number }[]
    >`select * from sign_in_failures`;
    expect(rows).toMatchObject([{ subject: expect.stringMatching(/^[0-9a-f]{64}$/), failures: 3 }]);
  });

  it("are counted, reverted and cleared concurrently without a deadlock", async () => {
    // More free attempts than this test makes, so that none is rejected.
    const limits = range(4).map((index) => ({ ...addressLimit(`198.51.100.${index}`), free: 10_000 }));
    const reversed = [...limits].sort((a, b) => (a.subject < b.subject ? 1 : -1));
    for (const limit of reversed) await countAttempt([limit]);
    const [own, ...shared] = reversed as [AttemptLimit, ...AttemptLimit[]];
    const works = range(40).flatMap(() => [
      countAttempt(reversed),
      revertAttempt(systemDb(), reversed),
      systemTx((db) => clearFailures(db, { own, shared })),
    ]);
    const outcomes = await Promise.allSettled(works);
    expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
  });

  it("are deleted after the retention time", async () => {
    await countAttempt([accountLimit("a@b.test")]);
    await advanceTime(7 * 3600);
    await countAttempt([accountLimit("c@d.test")]);
    expect(await systemDb().sql`select from sign_in_failures`).toHaveLength(1);
  });
});
