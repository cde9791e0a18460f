/** Guarantee: every subscriber gets every payment and correct figures, and each change is read once for all subscribers. */

import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newId } from "@/lib/core/ids";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { addOperator, assignOperator } from "@/lib/operators";
import { AddOperator } from "@/lib/operators/contract";
import { closeSession } from "@/lib/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import * as snapshots from "./feed/read-changes";
import { closeLiveStreams, getLive } from "./index";
import { followSession } from "./testing/follow";

useTestDatabase();

let session: Awaited<ReturnType<typeof openTestSession>>;
const followers: Awaited<ReturnType<typeof followSession>>[] = [];
const reads = vi.spyOn(snapshots, "readChanges");

beforeEach(async () => {
  session = await openTestSession();
});
afterEach(() => {
  for (const follower of followers.splice(0)) follower.leave();
  closeLiveStreams();
});

async function subscribe(given: Parameters<typeof followSession>[2] = {}) {
  const follower = await followSession(session.scope, session.sessionId, given);
  followers.push(follower);
  return follower;
}

const transfer = (change: Parameters<typeof createIncomingCredit>[0] = {}) =>
  createIncomingCredit({ account: session.account, paidAt: new Date(), ...change });

test("a payment reaches a subscriber as a row and in every figure", async () => {
  const subscriber = await subscribe();
  expect(await subscriber.next()).toMatchObject({ since: null, rows: [], figures: { total_inflow: "0.00" } });
  await recordCredit(transfer({ senderAccount: "0123454471" }));
  const update = await subscriber.next();
  expect(update).toMatchObject({
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
    rows: [{ sequence: 1, account_tail: "4471", bank_name: "GTBank", terminal_id: null }],
  });
  expect(update?.minutes).toEqual([[Math.floor(Date.now() / 60_000), 1, 0]]);
});

test("no message contains a complete account number", async () => {
  const subscriber = await subscribe();
  await recordCredit(transfer({ senderAccount: "9876543210" }));
  await subscriber.next();
  expect(JSON.stringify(await subscriber.next())).not.toContain("9876543210");
});

test("a change is read once for any number of subscribers", async () => {
  const subscribers = await Promise.all(Array.from({ length: 20 }, () => subscribe()));
  for (const subscriber of subscribers) await subscriber.next();
  reads.mockClear();
  await recordCredit(transfer());
  for (const subscriber of subscribers) expect((await subscriber.next())?.figures.transaction_count).toBe(1);
  expect(reads).toHaveBeenCalledTimes(1);
});

test("payments in quick succession are sent in few updates, and none is missing", async () => {
  const subscriber = await subscribe();
  await subscriber.next();
  reads.mockClear();
  const startedAt = performance.now();
  for (let wave = 0; wave < 20; wave++)
    await Promise.all(Array.from({ length: 5 }, () => recordCredit(transfer())));
  const tookMs = performance.now() - startedAt;
  const numbers: number[] = [];
  while (numbers.length < 100)
    numbers.push(...((await subscriber.next())?.rows ?? []).map(({ sequence }) => sequence));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  expect(reads.mock.calls.length).toBeLessThanOrEqual(Math.ceil(tookMs / 100) + 2);
});

test("a reconnecting client gets the rows that it missed, including changed ones, each once", async () => {
  await recordCredit(transfer({ paymentKey: "later", status: "pending" }));
  await recordCredit(transfer());
  const first = await subscribe();
  const seen = (await first.next())?.id;
  first.leave();
  await recordCredit(transfer({ paymentKey: "later" }));
  await recordCredit(transfer());
  const again = await subscribe({ after: seen });
  const update = await again.next();
  expect(update?.rows.map(({ sequence, status }) => [sequence, status])).toEqual([
    [3, "successful"],
    [1, "successful"],
  ]);
  expect(update).toMatchObject({ refetch: false, figures: { total_inflow: "300.00", pending_count: 0 } });
  expect(update?.minutes.flatMap(([, transfers]) => transfers)).toEqual([3]);
});

test("a client that reconnects to a new process gets the full state, and must fetch its list again", async () => {
  await recordCredit(transfer());
  const seen = (await (await subscribe()).next())?.id;
  closeLiveStreams();
  await recordCredit(transfer());
  const update = await (await subscribe({ after: seen })).next();
  expect(update).toMatchObject({ since: null, refetch: true });
  expect(update?.rows.map(({ sequence }) => sequence)).toEqual([2, 1]);
});

/** Moves a payment's recording time into the past; call in the order of the sequences. */
const backdate = (number: number, ms: number) => systemDb().sql`
  update transactions set created_at = now() - ${ms} * interval '1 millisecond'
  where session_id = ${session.sessionId} and sequence = ${number}`;

test("the last five minutes use the recording time, on open pages and on new ones", async () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  for (const amount of [1_000n, 200n]) await recordCredit(transfer({ amount }));
  await backdate(1, 6 * 60_000);
  await backdate(2, 4 * 60_000);
  const subscriber = await subscribe();
  expect(await subscriber.next()).toMatchObject({ figures: { last_five_minutes: "2.00" } });
  await recordCredit(transfer({ amount: 30n, paidAt: minutesAgo(20) }));
  await recordCredit(transfer({ amount: 4n, paidAt: minutesAgo(-3), paymentKey: "late", status: "pending" }));
  await recordCredit(transfer({ amount: 4n, paidAt: minutesAgo(-3), paymentKey: "late" }));
  let update = await subscriber.next();
  while (update?.figures.successful_count !== 4) update = await subscriber.next();
  const page = await getLive(session.scope, session.sessionId);
  closeLiveStreams();
  const opened = await getLive(session.scope, session.sessionId);
  expect([page, opened].map(({ figures }) => figures.version)).toEqual([
    update.figures.version,
    update.figures.version,
  ]);
  expect(update.figures.last_five_minutes).toBe("2.34");
  expect([page, opened].map(({ figures }) => figures.last_five_minutes)).toEqual([234n, 234n]);
});

test("the last five minutes advance for all clients at the same server time, without a payment", async () => {
  await recordCredit(transfer());
  await backdate(1, 5 * 60_000 - 4_000);
  const [page, stream] = [await subscribe(), await subscribe({ audience: "wallboard" })];
  for (const subscriber of [page, stream])
    expect(await subscriber.next()).toMatchObject({ figures: { last_five_minutes: "100.00" } });
  const update = [await page.next(), await stream.next()];
  expect(update.map((one) => one?.figures.last_five_minutes)).toEqual(["0.00", "0.00"]);
  expect(update[0]?.figures.as_of).toBe(update[1]?.figures.as_of);
  expect(Date.parse(update[0]?.figures.as_of ?? "") % 5_000).toBeLessThan(1_000);
}, 20_000);

test("a new client gets the server's time immediately", async () => {
  const subscriber = await subscribe();
  expect(await subscriber.nextEvent()).toMatchObject({ event: "figures" });
  const greetedAt = performance.now();
  const beat = await subscriber.nextEvent();
  // The first periodic heartbeat is sent two seconds after the feed was created.
  expect(performance.now() - greetedAt).toBeLessThan(1_000);
  expect(beat).toMatchObject({ event: "beat", data: { version: 1 } });
  const at = String((beat?.data as { at?: unknown } | undefined)?.at);
  expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(1_000);
});

test("a reconnecting client that missed nothing gets no rows", async () => {
  await recordCredit(transfer());
  const seen = (await (await subscribe()).next())?.id;
  expect(await (await subscribe({ after: seen })).next()).toMatchObject({ since: 2, rows: [], minutes: [] });
});

test("after an operator assignment the payments are sent with their operator, and the figures follow", async () => {
  const { scope, sessionId, terminalId } = session;
  await recordCredit(createIncomingCredit({ channel: "pos", devices: [terminalId], paidAt: new Date() }));
  const operator = await addOperator(scope, sessionId, AddOperator.parse({ name: "Ngozi Eze" }));
  const subscriber = await subscribe();
  expect(await subscriber.next()).toMatchObject({ figures: { operators: [{ operator_id: null }] } });
  await assignOperator(COMMAND_LINE, {
    terminalId,
    operatorId: operator.id,
    from: new Date(Date.now() - 60_000),
  });
  expect(await subscriber.next()).toMatchObject({
    rows: [{ sequence: 1, operator_name: "Ngozi Eze" }],
    figures: { operators: [{ operator_id: operator.id, name: "Ngozi Eze", count: 1, amount: "100.00" }] },
    minutes: [],
  });
});

test("the close is sent", async () => {
  const subscriber = await subscribe();
  await subscriber.next();
  await closeSession(session.scope, session.sessionId);
  expect(await subscriber.next()).toMatchObject({ figures: { status: "closed" } });
});

test("a change without a notification is found by the next poll", async () => {
  const subscriber = await subscribe();
  await subscriber.next();
  await systemDb().sql`
    update session_states set version = version + 1, status = 'closed', closed_at = now()
    where session_id = ${session.sessionId}`;
  expect(await subscriber.next()).toMatchObject({ figures: { version: 2, status: "closed" } });
}, 10_000);

test("a page and a stream of the same version have the same figures", async () => {
  await Promise.all(Array.from({ length: 10 }, () => recordCredit(transfer())));
  const page = await getLive(session.scope, session.sessionId);
  const stream = await (await subscribe()).next();
  expect(stream?.figures.version).toBe(page.figures.version);
  expect(stream?.figures.total_inflow).toBe("1000.00");
  expect(page.figures.total_inflow).toBe(100_000n);
});

test("a feed that had no subscribers returns current figures", async () => {
  const first = await subscribe();
  const before = Date.parse((await first.next())?.figures.as_of ?? "");
  first.leave();
  await sleep(50);
  await systemDb().sql`update terminals set location = 'Main gate' where terminal_id = ${session.terminalId}`;
  const { figures } = await getLive(session.scope, session.sessionId);
  expect(figures.as_of.getTime()).toBeGreaterThan(before);
  expect(figures.terminals[0]?.location).toBe("Main gate");
});

test("a rejected request of another organisation or mode does not affect the session's own feed", async () => {
  const stranger = await openTestSession();
  await expect(getLive(stranger.scope, session.sessionId)).rejects.toMatchObject({ code: "not_found" });
  await expect(followSession(stranger.scope, session.sessionId)).rejects.toMatchObject({ code: "not_found" });
  const otherMode = { ...session.scope, mode: "live" as const };
  await expect(getLive(otherMode, session.sessionId)).rejects.toMatchObject({ code: "not_found" });
  expect(await getLive(session.scope, session.sessionId)).toMatchObject({
    figures: { transaction_count: 0 },
  });
  const subscriber = await subscribe();
  expect(await subscriber.next()).toMatchObject({ figures: { transaction_count: 0 } });
});

test("another organisation's session is not found, even while its own members are subscribed", async () => {
  await subscribe();
  const stranger = await openTestSession();
  await expect(followSession(stranger.scope, session.sessionId)).rejects.toMatchObject({ code: "not_found" });
  const otherMode = { ...session.scope, mode: "live" } as const;
  await expect(followSession(otherMode, session.sessionId)).rejects.toMatchObject({ code: "not_found" });
});

test("a stream ends as soon as its sign-in does, and no other stream ends", async () => {
  const grant = { id: "sgn_ended", isValid: async () => true } as const;
  const ended = await subscribe({ grant });
  const other = await subscribe();
  await Promise.all([ended.next(), other.next()]);
  await sleep(200);
  await systemDb().sql`select pg_notify('takings_signed_out', ${grant.id})`;
  expect(await ended.next()).toBeUndefined();
  await recordCredit(transfer());
  expect(await other.next()).toMatchObject({ figures: { transaction_count: 1 } });
});

test("a seventh stream of a sign-in ends its oldest one with the reason, and no stream of other sign-ins", async () => {
  const grant = { id: newId("signIn"), isValid: async () => true };
  const other = await subscribe();
  const own = [];
  for (let stream = 0; stream < 7; stream++) own.push(await subscribe({ grant }));
  const [oldest, ...others] = own;
  let last = await oldest?.nextEvent();
  for (let next = last; next; next = await oldest?.nextEvent()) last = next;
  expect(last).toMatchObject({ event: "ended", data: { reason: "replaced" } });
  for (const stream of [other, ...others]) await stream.next();
  await recordCredit(transfer());
  for (const stream of [other, ...others])
    expect(await stream.next()).toMatchObject({ figures: { transaction_count: 1 } });
});

test("closing ends every stream", async () => {
  const subscriber = await subscribe();
  await subscriber.next();
  closeLiveStreams();
  expect(await subscriber.next()).toBeUndefined();
});
