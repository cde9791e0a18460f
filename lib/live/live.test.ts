/** Guarantee: whoever watches sees every payment and the right figures, read once for all of them. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newId } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { addOperator, assignOperator } from "@/lib/operators";
import { AddOperator } from "@/lib/operators/contract";
import { closeSession } from "@/lib/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { incoming, openTestSession } from "@/lib/transactions/testing/sessions";
import { closeLive, getLive } from "./index";
import * as snapshots from "./read-changes";
import { follow } from "./testing/follow";

useTestDatabase();

let session: Awaited<ReturnType<typeof openTestSession>>;
const followers: Awaited<ReturnType<typeof follow>>[] = [];
const reads = vi.spyOn(snapshots, "readChanges");

beforeEach(async () => {
  session = await openTestSession();
});
afterEach(() => {
  for (const follower of followers.splice(0)) follower.leave();
  closeLive();
});

async function watch(given: Parameters<typeof follow>[2] = {}) {
  const follower = await follow(session.scope, session.sessionId, given);
  followers.push(follower);
  return follower;
}

const transfer = (change: Parameters<typeof incoming>[0] = {}) =>
  incoming({ account: session.account, paidAt: new Date(), ...change });

test("a payment reaches whoever watches, as a row and in every figure", async () => {
  const watcher = await watch();
  expect(await watcher.next()).toMatchObject({ since: null, rows: [], figures: { total_inflow: "0.00" } });
  await recordCredit(transfer({ senderAccount: "0123454471" }));
  const told = await watcher.next();
  expect(told).toMatchObject({
    since: 1,
    id: "2:1",
    refetch: false,
    figures: {
      version: 2,
      total_inflow: "100.00",
      transaction_count: 1,
      last_five_minutes: "100.00",
      by_channel: [
        { channel: "bank_transfer", count: 1, amount: "100.00" },
        { channel: "pos", count: 0, amount: "0.00" },
      ],
      bank: { state: "healthy" },
      deliveries: { state: "none" },
    },
    rows: [{ number: 1, account_tail: "4471", bank_name: "GTBank", terminal_id: null }],
  });
  expect(told?.minutes).toEqual([[Math.floor(Date.now() / 60_000), 1, 0]]);
});

test("a whole account number is in nothing that is sent", async () => {
  const watcher = await watch();
  await recordCredit(transfer({ senderAccount: "9876543210" }));
  await watcher.next();
  expect(JSON.stringify(await watcher.next())).not.toContain("9876543210");
});

test("however many watch, a change is read once", async () => {
  const watchers = await Promise.all(Array.from({ length: 20 }, () => watch()));
  for (const watcher of watchers) await watcher.next();
  reads.mockClear();
  await recordCredit(transfer());
  for (const watcher of watchers) expect((await watcher.next())?.figures.transaction_count).toBe(1);
  expect(reads).toHaveBeenCalledTimes(1);
});

test("payments of a rush are told together, and none is left out", async () => {
  const watcher = await watch();
  await watcher.next();
  reads.mockClear();
  const startedAt = performance.now();
  for (let wave = 0; wave < 20; wave++)
    await Promise.all(Array.from({ length: 5 }, () => recordCredit(transfer())));
  const tookMs = performance.now() - startedAt;
  const numbers: number[] = [];
  while (numbers.length < 100)
    numbers.push(...((await watcher.next())?.rows ?? []).map(({ number }) => number));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  expect(reads.mock.calls.length).toBeLessThanOrEqual(Math.ceil(tookMs / 100) + 2);
});

test("who comes back is told what was missed, changed payments too, and nothing twice", async () => {
  await recordCredit(transfer({ paymentKey: "later", status: "pending" }));
  await recordCredit(transfer());
  const first = await watch();
  const seen = (await first.next())?.id;
  first.leave();
  await recordCredit(transfer({ paymentKey: "later" }));
  await recordCredit(transfer());
  const again = await watch({ after: seen });
  const told = await again.next();
  expect(told?.rows.map(({ number, status }) => [number, status])).toEqual([
    [3, "successful"],
    [1, "successful"],
  ]);
  expect(told).toMatchObject({ refetch: false, figures: { total_inflow: "300.00", pending_count: 0 } });
  expect(told?.minutes.flatMap(([, transfers]) => transfers)).toEqual([3]);
});

test("who comes back to a process that remembers nothing is given everything, and told to fetch the list again", async () => {
  await recordCredit(transfer());
  const seen = (await (await watch()).next())?.id;
  closeLive();
  await recordCredit(transfer());
  const told = await (await watch({ after: seen })).next();
  expect(told).toMatchObject({ since: null, refetch: true });
  expect(told?.rows.map(({ number }) => number)).toEqual([2, 1]);
});

/** Dates a recorded payment earlier, as if it had been recorded then; in the order of their numbers. */
const recordedAgo = (number: number, ms: number) => systemDb().sql`
  update transactions set created_at = now() - ${ms} * interval '1 millisecond'
  where session_id = ${session.sessionId} and number = ${number}`;

test("the last five minutes go by the time of recording, for a page that was open and for one that is opened", async () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  for (const amount of [1_000n, 200n]) await recordCredit(transfer({ amount }));
  await recordedAgo(1, 6 * 60_000);
  await recordedAgo(2, 4 * 60_000);
  const watcher = await watch();
  expect(await watcher.next()).toMatchObject({ figures: { last_five_minutes: "2.00" } });
  await recordCredit(transfer({ amount: 30n, paidAt: minutesAgo(20) }));
  await recordCredit(transfer({ amount: 4n, paidAt: minutesAgo(-3), paymentKey: "late", status: "pending" }));
  await recordCredit(transfer({ amount: 4n, paidAt: minutesAgo(-3), paymentKey: "late" }));
  let told = await watcher.next();
  while (told?.figures.successful_count !== 4) told = await watcher.next();
  const page = await getLive(session.scope, session.sessionId);
  closeLive();
  const opened = await getLive(session.scope, session.sessionId);
  expect([page, opened].map(({ figures }) => figures.version)).toEqual([
    told.figures.version,
    told.figures.version,
  ]);
  expect(told.figures.last_five_minutes).toBe("2.34");
  expect([page, opened].map(({ figures }) => figures.last_five_minutes)).toEqual([234n, 234n]);
});

test("the last five minutes move on for everybody at one moment of the server's clock, without a payment", async () => {
  await recordCredit(transfer());
  await recordedAgo(1, 5 * 60_000 - 4_000);
  const [page, stream] = [await watch(), await watch({ audience: "wall" })];
  for (const watcher of [page, stream])
    expect(await watcher.next()).toMatchObject({ figures: { last_five_minutes: "100.00" } });
  const told = [await page.next(), await stream.next()];
  expect(told.map((one) => one?.figures.last_five_minutes)).toEqual(["0.00", "0.00"]);
  expect(told[0]?.figures.as_of).toBe(told[1]?.figures.as_of);
  expect(Date.parse(told[0]?.figures.as_of ?? "") % 5_000).toBeLessThan(1_000);
}, 20_000);

test("who comes is told the server's time at once, before anything else happens", async () => {
  const watcher = await watch();
  expect(await watcher.nextEvent()).toMatchObject({ event: "figures" });
  const greetedAt = performance.now();
  const beat = await watcher.nextEvent();
  // The regular one comes two seconds after the room was opened.
  expect(performance.now() - greetedAt).toBeLessThan(1_000);
  expect(beat).toMatchObject({ event: "beat", data: { version: 1 } });
  const at = String((beat?.data as { at?: unknown } | undefined)?.at);
  expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(1_000);
});

test("who has missed nothing is sent no row again", async () => {
  await recordCredit(transfer());
  const seen = (await (await watch()).next())?.id;
  expect(await (await watch({ after: seen })).next()).toMatchObject({ since: 2, rows: [], minutes: [] });
});

test("a handed over terminal's payments come again with their operator, and the figures move with them", async () => {
  const { scope, sessionId, terminalId } = session;
  await recordCredit(incoming({ channel: "pos", devices: [terminalId], paidAt: new Date() }));
  const operator = await addOperator(scope, sessionId, AddOperator.parse({ name: "Ngozi Eze" }));
  const watcher = await watch();
  expect(await watcher.next()).toMatchObject({ figures: { operators: [{ operator_id: null }] } });
  await assignOperator({ terminalId, operatorId: operator.id, from: new Date(Date.now() - 60_000) });
  expect(await watcher.next()).toMatchObject({
    rows: [{ number: 1, operator_name: "Ngozi Eze" }],
    figures: { operators: [{ operator_id: operator.id, name: "Ngozi Eze", count: 1, amount: "100.00" }] },
    minutes: [],
  });
});

test("the close is told", async () => {
  const watcher = await watch();
  await watcher.next();
  await closeSession(session.scope, session.sessionId);
  expect(await watcher.next()).toMatchObject({ figures: { status: "closed" } });
});

test("what nobody told of is seen all the same", async () => {
  const watcher = await watch();
  await watcher.next();
  await systemDb().sql`
    update session_counters set version = version + 1, status = 'closed', closed_at = now()
    where session_id = ${session.sessionId}`;
  expect(await watcher.next()).toMatchObject({ figures: { version: 2, status: "closed" } });
}, 10_000);

test("a page and a stream of the same version say the same", async () => {
  await Promise.all(Array.from({ length: 10 }, () => recordCredit(transfer())));
  const page = await getLive(session.scope, session.sessionId);
  const stream = await (await watch()).next();
  expect(stream?.figures.version).toBe(page.figures.version);
  expect(stream?.figures.total_inflow).toBe("1000.00");
  expect(page.figures.total_inflow).toBe(100_000n);
});

test("who comes to a room that was left meets its figures as of now, not of when it was left", async () => {
  const first = await watch();
  const before = Date.parse((await first.next())?.figures.as_of ?? "");
  first.leave();
  await sleep(50);
  await systemDb().sql`update terminals set place = 'Main gate' where terminal_id = ${session.terminalId}`;
  const { figures } = await getLive(session.scope, session.sessionId);
  expect(figures.as_of.getTime()).toBeGreaterThan(before);
  expect(figures.terminals[0]?.place).toBe("Main gate");
});

test("a stranger who asks for a session first is refused, and changes nothing for its own people", async () => {
  const stranger = await openTestSession();
  await expect(getLive(stranger.scope, session.sessionId)).rejects.toMatchObject({ code: "not_found" });
  await expect(follow(stranger.scope, session.sessionId)).rejects.toMatchObject({ code: "not_found" });
  const otherMode = { ...session.scope, mode: "live" as const };
  await expect(getLive(otherMode, session.sessionId)).rejects.toMatchObject({ code: "not_found" });
  expect(await getLive(session.scope, session.sessionId)).toMatchObject({
    figures: { transaction_count: 0 },
  });
  const watcher = await watch();
  expect(await watcher.next()).toMatchObject({ figures: { transaction_count: 0 } });
});

test("a stranger's session is unknown, also while its own people watch it", async () => {
  await watch();
  const stranger = await openTestSession();
  await expect(follow(stranger.scope, session.sessionId)).rejects.toMatchObject({ code: "not_found" });
  const otherMode = { ...session.scope, mode: "live" } as const;
  await expect(follow(otherMode, session.sessionId)).rejects.toMatchObject({ code: "not_found" });
});

test("a stream ends as soon as its sign-in does, and no other with it", async () => {
  const pass = { id: "sgn_ended", isGood: async () => true } as const;
  const ended = await watch({ pass });
  const other = await watch();
  await Promise.all([ended.next(), other.next()]);
  await sleep(200);
  await systemDb().sql`select pg_notify('takings_signed_out', ${pass.id})`;
  expect(await ended.next()).toBeUndefined();
  await recordCredit(transfer());
  expect(await other.next()).toMatchObject({ figures: { transaction_count: 1 } });
});

test("a sign-in has six streams: the seventh ends the oldest, which is told why, and no other sign-in's", async () => {
  const pass = { id: newId("signIn"), isGood: async () => true };
  const other = await watch();
  const own = [];
  for (let stream = 0; stream < 7; stream++) own.push(await watch({ pass }));
  const [oldest, ...others] = own;
  let last = await oldest?.nextEvent();
  for (let next = last; next; next = await oldest?.nextEvent()) last = next;
  expect(last).toMatchObject({ event: "ended", data: { reason: "replaced" } });
  for (const stream of [other, ...others]) await stream.next();
  await recordCredit(transfer());
  for (const stream of [other, ...others])
    expect(await stream.next()).toMatchObject({ figures: { transaction_count: 1 } });
});

test("a stop ends every stream", async () => {
  const watcher = await watch();
  await watcher.next();
  closeLive();
  expect(await watcher.next()).toBeUndefined();
});
