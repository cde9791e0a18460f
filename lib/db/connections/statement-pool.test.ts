import type { Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { useTestDatabase } from "@/lib/testing/database";
import { startTcpProxy } from "@/lib/testing/tcp-proxy";
import { systemDb } from "../client";
import { StatementPool } from "./statement-pool";

const database = useTestDatabase();

test("concurrent statements spread over all connections, and a busy connection is skipped", async () => {
  const pool = new StatementPool(4, "plain");
  const taken = Array.from({ length: 4 }, () => pool.leastBusy());
  expect(new Set(taken).size).toBe(4);
  for (const connection of taken) connection.inFlight = 1;
  const [, , free] = taken;
  if (free) free.inFlight = 0;
  expect([pool.leastBusy(), pool.leastBusy()]).toEqual([free, free]);
  await pool.end(0);
});

test("a slow statement does not delay others", async () => {
  const { sql } = systemDb();
  let hasSlept = false;
  const slow = sql`select pg_sleep(1)`.then(() => {
    hasSlept = true;
  });
  for (let turn = 0; turn < 40; turn++) await sql`select 1`;
  expect(hasSlept).toBe(false);
  await slow;
});

test("through a pooler, a statement is sent only when the one before on its connection is answered", async () => {
  const { port, counts } = await countPipelined(Number(new URL(database.url).port));
  const through = (url: string) => Object.assign(new URL(url), { port: `${port}` }).href;
  vi.stubEnv("DATABASE_DIRECT_URL", database.url);
  vi.stubEnv("DATABASE_URL", through(database.url));
  vi.stubEnv("DATABASE_SYSTEM_URL", through(database.ownerUrl));
  onTestFinished(() => void vi.unstubAllEnvs());
  const pool = new StatementPool(1, "plain");
  const { client } = pool.leastBusy();
  await client`select 1`;
  const results = await Promise.all([
    client`select 1 as n`,
    client`select ${2}::int as n`,
    client`select 3 as n`,
  ]);
  expect(results.map(([row]) => row?.n)).toEqual([1, 2, 3]);
  expect(counts.statements).toBeGreaterThanOrEqual(4);
  expect(counts.pipelined).toBe(0);
  await pool.end(0);
});

/** Starts a proxy that counts the statements, and the messages that are sent while one is not answered. */
async function countPipelined(target: number) {
  const counts = { statements: 0, pipelined: 0 };
  const proxy = await startTcpProxy(target, (near, far) => {
    let isUnanswered = false;
    onMessages(near, { hasStartup: true }, (type) => {
      if (isUnanswered) counts.pipelined++;
      if (type === "S" || type === "Q") {
        counts.statements++;
        isUnanswered = true;
      }
    });
    onMessages(far, { hasStartup: false }, (type) => {
      if (type === "Z") isUnanswered = false;
    });
  });
  onTestFinished(() => proxy.close());
  return { port: proxy.port, counts };
}

/** Calls back with the type of each message of PostgreSQL's protocol; the startup message has none. */
function onMessages(socket: Socket, { hasStartup }: { hasStartup: boolean }, found: (type: string) => void) {
  let pending = Buffer.alloc(0);
  let typeLength = hasStartup ? 0 : 1;
  socket.on("data", (chunk) => {
    pending = Buffer.concat([pending, Buffer.from(chunk)]);
    while (pending.length >= typeLength + 4) {
      const length = typeLength + pending.readUInt32BE(typeLength);
      if (pending.length < length) return;
      if (typeLength > 0) found(pending.toString("latin1", 0, 1));
      pending = pending.subarray(length);
      typeLength = 1;
    }
  });
}
