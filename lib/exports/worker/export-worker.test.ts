/** Guarantee: a file written in the export worker equals one written in this thread, and ends with its consumer. */

import { readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { systemDb, systemTx } from "@/lib/db/client";
import { buildServer } from "@/lib/launch/build.mjs";
import { PaymentFilters } from "@/lib/payment-search/contract";
import { useTestDatabase } from "@/lib/testing/database";
import { fillSession } from "@/lib/testing/fill-session";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { openPaymentFile, type PaymentFileRequest } from "../payment-file";
import type { FileBytes } from "../slots";
import { ExportWorker } from "./export-worker";

useTestDatabase();

const worker = new ExportWorker(pathToFileURL("dist/exports.mjs"));
let request: PaymentFileRequest;
beforeAll(async () => {
  await buildServer();
  const { scope, sessionId } = await openTestSession();
  await systemTx((db) => fillSession(db, { sessionId, count: 450 }));
  request = { scope, sessionId, filters: PaymentFilters.parse({}), format: "csv" };
});
afterAll(() => worker.stop());

const read = async ({ bytes }: { bytes: FileBytes }) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

/** Counts the connections of the application's login, which exports use. */
const countConnections = async () => {
  const [row] = await systemDb().sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and usename <> 'takings_system_login'`;
  return row?.count;
};

/** Waits until as many connections are open as before the work. Each export has a connection of its own. */
async function closesItsConnections(work: () => Promise<unknown>): Promise<void> {
  const before = await countConnections();
  await work();
  while ((await countConnections()) !== before) await sleep(20);
}

test("a file has the same head and bytes, chunk by chunk", async () => {
  const [here, there] = [await openPaymentFile(request), await worker.open(request)];
  expect([there.file.version, there.file.eventName]).toEqual([here.file.version, here.file.eventName]);
  const text = await read(there.file);
  expect(text.split("\r\n")).toHaveLength(452);
  expect(text).toBe(await read(here.file));
});

test("the failure of an unknown session keeps its code and detail", async () => {
  const unknown = { ...request, sessionId: newId("session") };
  const expected = await openPaymentFile(unknown).catch((thrown) => thrown);
  await expect(worker.open(unknown)).rejects.toMatchObject({ code: "not_found", detail: expected.detail });
});

test("an export that is not read further, or never read, closes its connection", () =>
  closesItsConnections(async () => {
    const [started, unread] = [await worker.open(request), await worker.open(request)];
    await started.file.bytes.next();
    await started.file.bytes.return(undefined);
    unread.onEnd?.();
  }));

test("if the thread ends, its exports fail and the next one is written by a new thread", async () => {
  const { file } = await worker.open(request);
  await file.bytes.next();
  const next = file.bytes.next();
  await Promise.all([worker.stop(), expect(next).rejects.toThrow("ended")]);
  expect((await read((await worker.open(request)).file)).split("\r\n")).toHaveLength(452);
});

/** The priorities of this process's threads: field 19 of `/proc/PID/task/TID/stat` (proc(5)). */
const readThreadPriorities = () =>
  readdirSync("/proc/self/task").map((thread) =>
    Number(readFileSync(`/proc/self/task/${thread}/stat`, "utf8").split(") ").at(-1)?.split(" ")[16]),
  );

test.runIf(process.platform === "linux")(
  "the thread gives way to the one that answers requests",
  async () => {
    await read((await worker.open(request)).file);
    expect(os.getPriority()).toBeLessThan(os.constants.priority.PRIORITY_BELOW_NORMAL);
    expect(readThreadPriorities()).toContain(os.constants.priority.PRIORITY_BELOW_NORMAL);
  },
);
