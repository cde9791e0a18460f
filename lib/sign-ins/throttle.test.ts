import { beforeEach, describe, expect, it } from "vitest";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { countTry, forgiveTry } from "./throttle";

useTestDatabase();

beforeEach(async () => {
  await systemDb().sql`delete from sign_in_failures`;
});

const refused = { code: "too_many_requests", headers: { "retry-after": expect.stringMatching(/^\d+$/) } };
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("failed sign-ins", () => {
  it("of twelve guesses at one account, sent at once from twelve addresses, ten are looked at", async () => {
    const guesses = times(12).map((index) => countTry({ email: "a@b.test", address: `198.51.100.${index}` }));
    const looked = (await Promise.allSettled(guesses)).filter(({ status }) => status === "fulfilled");
    expect(looked).toHaveLength(10);
    await expect(countTry({ email: "A@B.test", address: "198.51.100.99" })).rejects.toMatchObject(refused);
    await countTry({ email: "other@b.test", address: "198.51.100.99" });
  });

  it("from one address sixty accounts are tried and no more, in the words for one account", async () => {
    const guess = (index: number) => countTry({ email: `${index}@b.test`, address: "198.51.100.7" });
    for (const index of times(60)) await guess(index);
    const byAddress = await guess(60).catch((thrown: unknown) => thrown);
    expect(byAddress).toMatchObject(refused);
    for (const index of times(10)) await countTry({ email: "a@b.test", address: `2001:db8:${index}::1` });
    const byAccount = await countTry({ email: "a@b.test", address: "2001:db8:99::1" }).catch(
      (thrown) => thrown,
    );
    expect(byAccount.detail).toBe("Too many tries. Wait 15 minutes, then try again.");
    expect(byAddress).toMatchObject({ detail: byAccount.detail });
  });

  it("all addresses of one household count as one", async () => {
    for (const index of times(60))
      await countTry({ email: `${index}@b.test`, address: `2001:db8::${index}` });
    await expect(countTry({ email: "x@b.test", address: "2001:db8:0:0:9::1" })).rejects.toMatchObject(
      refused,
    );
    await countTry({ email: "x@b.test", address: "2001:db8:0:1::1" });
  });

  it("after fifteen minutes one may try again, and what was refused did not make it longer", async () => {
    const attempt = () => countTry({ email: "a@b.test", address: "198.51.100.8" });
    for (const _ of times(10)) await attempt();
    await expect(attempt()).rejects.toMatchObject(refused);
    await systemDb().sql`update sign_in_failures set failed_at = failed_at - interval '15 minutes'`;
    await attempt();
    const [row] = await systemDb().sql<{ count: number }[]>`select count(*)::int from sign_in_failures`;
    expect(row?.count).toBe(2);
  });

  it("who gets in may err again, and no address of an account is kept", async () => {
    for (const _ of times(9)) await countTry({ email: "a@b.test", address: "198.51.100.9" });
    await forgiveTry(systemDb(), await countTry({ email: "a@b.test", address: "198.51.100.9" }));
    const rows = await systemDb().sql<{ subject: string }[]>`select distinct subject from sign_in_failures`;
    expect(rows).toHaveLength(1);
    expect(rows[0]?.subject).toMatch(/^[0-9a-f]{64}$/);
    await countTry({ email: "a@b.test", address: "198.51.100.10" });
  });
});
