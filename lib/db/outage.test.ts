import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { newId } from "@/lib/core/ids";
import {
  asOrganisation,
  asOrganisationTx,
  listen,
  longRunningTx,
  pingDatabase,
  systemDb,
  systemTx,
} from "@/lib/db/client";
import { failureOf } from "@/lib/http/error-response";
import { breakOff, useTestDatabase } from "@/lib/testing/database";
import { openWire, type Wire } from "@/lib/testing/wire";

const database = useTestDatabase();
const organisation = newId("organisation");
const heard: string[] = [];
let wire: Wire;

vi.setConfig({ testTimeout: 40_000 });

beforeAll(async () => {
  const url = new URL(database.url);
  wire = await openWire(Number(url.port));
  url.port = String(wire.port);
  process.env.DATABASE_URL = url.href;
  await systemDb().sql`create temporary table warm (id int)`.catch(() => undefined);
  await systemTx(({ sql }) => sql`insert into organisations (id, name) values (${organisation}, 'Wired')`);
  listen("wired", (payload) => heard.push(payload));
});
afterAll(() => wire.close());
beforeEach(async () => {
  await wire.mend();
  await isServed();
});

const isServed = () => expect.poll(() => pingDatabase(500), { timeout: 5_000 }).toBe(true);
/** Each way in, asked for something that takes no time. */
const doors = {
  statement: () => systemDb().sql`select 1`,
  caught: () => systemDb().sql`select 1`.finally(() => undefined),
  orm: async () => systemDb().orm.execute("select 1"),
  transaction: () => systemTx(({ sql }) => sql`select 1`),
  organisation: () => asOrganisation(organisation, ({ sql }) => sql`select 1`),
  "organisation's transaction": () => asOrganisationTx(organisation, ({ sql }) => sql`select 1`),
};
const askAll = () => Promise.all(Object.values(doors).map(async (ask) => outcome(ask())));
const all = (what: string) => Object.values(doors).map(() => what);

async function outcome(asked: PromiseLike<unknown>): Promise<string> {
  try {
    await asked;
    return "answered";
  } catch (thrown) {
    return failureOf(thrown).code;
  }
}

async function timed<T>(work: () => PromiseLike<T>): Promise<{ result: T; ms: number }> {
  const startedAt = performance.now();
  const result = await work();
  return { result, ms: performance.now() - startedAt };
}

async function isHeard(): Promise<void> {
  const word = newId("request");
  await vi.waitFor(
    async () => {
      await systemDb().sql`select pg_notify('wired', ${word})`;
      await sleep(50);
      expect(heard).toContain(word);
    },
    { timeout: 10_000, interval: 200 },
  );
}

describe("a database that cannot be reached", () => {
  test("is told at once, by every door alike, and served from again within a second of its return", async () => {
    expect(await askAll()).toEqual(all("answered"));
    await isHeard();
    await wire.cut();
    const first = await timed(askAll);
    expect(first.result).toEqual(all("unavailable"));
    const again = await timed(askAll);
    expect(again.result).toEqual(all("unavailable"));
    expect(first.ms + again.ms).toBeLessThan(1_000);
    expect((await timed(() => pingDatabase(2_000))).ms).toBeLessThan(1_000);
    await wire.mend();
    const { ms } = await timed(isServed);
    expect(ms).toBeLessThan(3_000);
    expect(await askAll()).toEqual(all("answered"));
    await isHeard();
  });

  test("leaves no connection behind that nobody uses", async () => {
    for (let round = 0; round < 5; round++) {
      await wire.cut();
      await Promise.all(Array.from({ length: 50 }, askAll));
      await wire.mend();
      await isServed();
    }
    await askAll();
    // 26, the one that listens, and a few that were just being made and are given back within a minute.
    await expect.poll(() => wire.count, { timeout: 5_000 }).toBeLessThan(40);
  });
});

describe("a database that is silent", () => {
  test("is given up after eight seconds, is then told at once, and is served from again when it answers", async () => {
    await isHeard();
    wire.clogAll();
    const first = await timed(() => Promise.all([askAll(), askAll(), askAll(), askAll()]));
    expect(first.result.flat()).toEqual(Array(4).fill(all("unavailable")).flat());
    expect(first.ms).toBeLessThan(9_000);
    const again = await timed(askAll);
    expect(again.result).toEqual(all("unavailable"));
    expect(again.ms).toBeLessThan(1_000);
    await wire.mend();
    const { ms } = await timed(isServed);
    expect(ms).toBeLessThan(5_000);
    expect(await askAll()).toEqual(all("answered"));
    await isHeard();
  });
});

describe("connections that are silent while others are not", () => {
  test("fail what went down them and no more; slow work is ended by the server, patient work has its time", async () => {
    const given = outcome(
      systemTx(async ({ sql }) => {
        await sql`update organisations set name = 'Given up' where id = ${organisation}`;
        await sleep(9_000);
      }),
    );
    // Every connection there may be is there, and then dead.
    await Promise.all(Array.from({ length: 16 }, () => systemDb().sql`select pg_sleep(0.2)`));
    wire.clog();
    const others: Promise<string>[] = [];
    const asking = setInterval(() => others.push(outcome(doors.organisation())), 250);
    const slow = timed(() => outcome(asOrganisation(organisation, ({ sql }) => sql`select pg_sleep(20)`)));
    const patient = outcome(longRunningTx(({ sql }) => sql`select pg_sleep(9)`));
    const first = await timed(() =>
      Promise.all(Array.from({ length: 12 }, () => outcome(doors.statement()))),
    );
    clearInterval(asking);
    expect(first.ms).toBeLessThan(9_000);
    expect(first.result).toContain("unavailable");
    const next = await Promise.all(Array.from({ length: 16 }, () => outcome(doors.statement())));
    expect(new Set(next)).toEqual(new Set(["answered"]));
    expect((await Promise.all(others)).filter((end) => end === "answered").length).toBeGreaterThan(20);
    expect(await Promise.all([given, patient])).toEqual(["unavailable", "answered"]);
    expect((await slow).result).toBe("unavailable");
    // The dead transaction's locks are let go by the server itself.
    await expect.poll(() => outcome(rename()), { timeout: 15_000 }).toBe("answered");
    const [row] = await systemDb().sql`select name from organisations where id = ${organisation}`;
    expect(row).toEqual({ name: "Wired" });
  });
  const rename = () => systemDb().sql`update organisations set name = name where id = ${organisation}`;
});

describe("a connection that is ended", () => {
  test("fails what was under way on it, whose outcome nobody knows, and nothing after", async () => {
    const underWay = [
      systemTx(({ sql }) => sql`select pg_sleep(5)`),
      asOrganisation(organisation, ({ sql }) => sql`select pg_sleep(5)`),
      asOrganisation(organisation, async ({ sql }) => {
        await sql`select pg_sleep(0.2)`;
        await sleep(300);
        await sql`select 1`;
      }),
      asOrganisationTx(organisation, ({ sql }) => sql`select pg_sleep(5)`),
      systemDb().sql`select pg_sleep(5)`,
    ].map((asked) => outcome(asked));
    await sleep(300);
    await breakOff(database);
    expect(await Promise.all(underWay)).toEqual(underWay.map(() => "unavailable"));
    for (let round = 0; round < 20; round++) expect(await askAll()).toEqual(all("answered"));
    await isHeard();
  });
});
