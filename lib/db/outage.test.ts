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
import { toFailure } from "@/lib/http/response/error-response";
import { terminateConnections, useTestDatabase } from "@/lib/testing/database";
import { startTcpProxy, type TcpProxy } from "@/lib/testing/tcp-proxy";

const database = useTestDatabase();
const organisation = newId("organisation");
const received: string[] = [];
let proxy: TcpProxy;

vi.setConfig({ testTimeout: 40_000 });

beforeAll(async () => {
  const url = new URL(database.url);
  proxy = await startTcpProxy(Number(url.port));
  url.port = String(proxy.port);
  process.env.DATABASE_URL = url.href;
  await systemDb().sql`create temporary table warm (id int)`.catch(() => undefined);
  await systemTx(({ sql }) => sql`insert into organisations (id, name) values (${organisation}, 'Wired')`);
  listen("wired", (payload) => received.push(payload));
});
afterAll(() => proxy.close());
beforeEach(async () => {
  await proxy.restore();
  await expectAvailable();
});

const expectAvailable = () => expect.poll(() => pingDatabase(500), { timeout: 5_000 }).toBe(true);
/** A fast statement through each access function. */
const accesses = {
  statement: () => systemDb().sql`select 1`,
  caught: () => systemDb().sql`select 1`.finally(() => undefined),
  orm: async () => systemDb().orm.execute("select 1"),
  transaction: () => systemTx(({ sql }) => sql`select 1`),
  organisation: () => asOrganisation(organisation, ({ sql }) => sql`select 1`),
  "organisation's transaction": () => asOrganisationTx(organisation, ({ sql }) => sql`select 1`),
};
const queryAll = () => Promise.all(Object.values(accesses).map(async (query) => outcome(query())));
const all = (result: string) => Object.values(accesses).map(() => result);

async function outcome(work: PromiseLike<unknown>): Promise<string> {
  try {
    await work;
    return "answered";
  } catch (thrown) {
    return toFailure(thrown).code;
  }
}

async function timed<T>(work: () => PromiseLike<T>): Promise<{ result: T; ms: number }> {
  const startedAt = performance.now();
  const result = await work();
  return { result, ms: performance.now() - startedAt };
}

/** Returns the shortest time of three rounds: other work may slow one down, but a wait for a silent database is in each. */
async function fastestOfThree(round: () => Promise<number>): Promise<number> {
  return Math.min(await round(), await round(), await round());
}

async function expectNotifications(): Promise<void> {
  const payload = newId("request");
  await vi.waitFor(
    async () => {
      await systemDb().sql`select pg_notify('wired', ${payload})`;
      await sleep(50);
      expect(received).toContain(payload);
    },
    { timeout: 10_000, interval: 200 },
  );
}

describe("a database that cannot be reached", () => {
  test("is reported at once by every access function, and used again soon after its return", async () => {
    expect(await queryAll()).toEqual(all("answered"));
    await expectNotifications();
    const fastestMs = await fastestOfThree(async () => {
      await proxy.restore();
      await expectAvailable();
      await proxy.cut();
      const { result, ms } = await timed(async () => [await queryAll(), await queryAll()]);
      expect(result).toEqual([all("unavailable"), all("unavailable")]);
      return ms + (await timed(() => pingDatabase(2_000))).ms;
    });
    expect(fastestMs).toBeLessThan(1_000);
    await proxy.restore();
    const { ms } = await timed(expectAvailable);
    expect(ms).toBeLessThan(3_000);
    expect(await queryAll()).toEqual(all("answered"));
    await expectNotifications();
  });

  test("leaves no unused connections open", async () => {
    for (let round = 0; round < 5; round++) {
      await proxy.cut();
      await Promise.all(Array.from({ length: 50 }, queryAll));
      await proxy.restore();
      await expectAvailable();
    }
    await queryAll();
    // 28, the listener's, and a few that were just being opened and are closed within a minute.
    await expect.poll(() => proxy.count, { timeout: 5_000 }).toBeLessThan(40);
  });
});

describe("a database that is silent", () => {
  test("is reported after eight seconds, then at once, and is used again when it answers", async () => {
    await expectNotifications();
    proxy.stallAll();
    const first = await timed(() => Promise.all([queryAll(), queryAll(), queryAll(), queryAll()]));
    expect(first.result.flat()).toEqual(Array(4).fill(all("unavailable")).flat());
    expect(first.ms).toBeLessThan(9_000);
    const fastestMs = await fastestOfThree(async () => {
      const again = await timed(queryAll);
      expect(again.result).toEqual(all("unavailable"));
      return again.ms;
    });
    expect(fastestMs).toBeLessThan(1_000);
    await proxy.restore();
    const { ms } = await timed(expectAvailable);
    expect(ms).toBeLessThan(5_000);
    expect(await queryAll()).toEqual(all("answered"));
    await expectNotifications();
  });
});

describe("connections that are silent while others are not", () => {
  test("fail only their own operations; the server ends slow statements, long-running work continues", async () => {
    const abandoned = outcome(
      systemTx(async ({ sql }) => {
        await sql`update organisations set name = 'Given up' where id = ${organisation}`;
        await sleep(9_000);
      }),
    );
    // All connections of the pool are opened, and then dead.
    await Promise.all(Array.from({ length: 16 }, () => systemDb().sql`select pg_sleep(0.2)`));
    proxy.stall();
    const others: Promise<string>[] = [];
    const timer = setInterval(() => others.push(outcome(accesses.organisation())), 250);
    const slow = timed(() => outcome(asOrganisation(organisation, ({ sql }) => sql`select pg_sleep(20)`)));
    const longRunning = outcome(longRunningTx(({ sql }) => sql`select pg_sleep(9)`));
    const first = await timed(() =>
      Promise.all(Array.from({ length: 12 }, () => outcome(accesses.statement()))),
    );
    clearInterval(timer);
    expect(first.ms).toBeLessThan(9_000);
    expect(first.result).toContain("unavailable");
    const next = await Promise.all(Array.from({ length: 16 }, () => outcome(accesses.statement())));
    expect(new Set(next)).toEqual(new Set(["answered"]));
    expect((await Promise.all(others)).filter((end) => end === "answered").length).toBeGreaterThan(20);
    expect(await Promise.all([abandoned, longRunning])).toEqual(["unavailable", "answered"]);
    expect((await slow).result).toBe("unavailable");
    // The server itself releases the dead transaction's locks.
    await expect.poll(() => outcome(rename()), { timeout: 15_000 }).toBe("answered");
    const [row] = await systemDb().sql`select name from organisations where id = ${organisation}`;
    expect(row).toEqual({ name: "Wired" });
  });
  const rename = () => systemDb().sql`update organisations set name = name where id = ${organisation}`;
});

describe("a connection that is ended", () => {
  test("fails the operations in flight on it, and no later ones", async () => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const inFlight = [
      systemTx(({ sql }) => sql`select pg_sleep(5)`),
      asOrganisation(organisation, ({ sql }) => sql`select pg_sleep(5)`),
      asOrganisation(organisation, async ({ sql }) => {
        await sql`select pg_sleep(0.2)`;
        await ended;
        await sql`select 1`;
      }),
      asOrganisationTx(organisation, ({ sql }) => sql`select pg_sleep(5)`),
      systemDb().sql`select pg_sleep(5)`,
    ].map((work) => outcome(work));
    await sleep(300);
    await terminateConnections(database);
    end();
    expect(await Promise.all(inFlight)).toEqual(inFlight.map(() => "unavailable"));
    for (let round = 0; round < 20; round++) expect(await queryAll()).toEqual(all("answered"));
    await expectNotifications();
  });
});
