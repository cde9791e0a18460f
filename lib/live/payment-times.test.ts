/** Guarantee: with any stored time of payment every screen's query succeeds, and its charts stay bounded. */

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Id } from "@/lib/core/ids";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { exportOperators, exportPayments, exportTerminals } from "@/lib/exports";
import { addOperator, assignOperator, listOperatorsOverview } from "@/lib/operators";
import { AddOperator, OperatorsOverview } from "@/lib/operators/contract";
import { findPayments, getPayment, indexNextTransactions } from "@/lib/payment-search";
import { PaymentDetail, PaymentFilters, PaymentsPage } from "@/lib/payment-search/contract";
import { closeSession, getClosePreview, listEvents } from "@/lib/sessions";
import { ClosePreview, EventList, EventsQuery } from "@/lib/sessions/contract";
import { getTerminalDay, listTerminalsOverview } from "@/lib/terminals";
import { TerminalDay, TerminalsOverview } from "@/lib/terminals/contract";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { LiveUpdate, WallboardUpdate } from "./contract";
import { closeLiveStreams, getLive, getWallboard } from "./index";
import { followSession } from "./testing/follow";

useTestDatabase();
afterEach(closeLiveStreams);

let session: Awaited<ReturnType<typeof openTestSession>>;
let transactionId: Id<"transaction">;
let recordedAt: Date;

/** Records a payment at the session's terminal, then overwrites its time of payment. */
async function payAt(paidAt: string): Promise<void> {
  const outcome = await recordCredit(
    createIncomingCredit({ channel: "pos", devices: [session.terminalId], paidAt: new Date() }),
  );
  if (outcome.outcome !== "recorded") throw new Error(outcome.outcome);
  transactionId = outcome.transactionId;
  const [row] = await systemDb().sql<{ createdAt: Date }[]>`
    update transactions set paid_at = ${paidAt}::text::timestamptz where id = ${transactionId}
    returning created_at`;
  recordedAt = row?.createdAt as Date;
}

async function bytesOf(file: Promise<{ bytes: AsyncIterable<Uint8Array> }>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await file).bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

beforeEach(async () => {
  session = await openTestSession();
  const { id } = await addOperator(session.scope, session.sessionId, AddOperator.parse({ name: "Ngozi" }));
  await assignOperator(COMMAND_LINE, { terminalId: session.terminalId, operatorId: id });
});

const TIMES = [
  "0001-01-01T00:00:00Z",
  "0001-01-01T00:00:00+01:00",
  "1969-07-20T20:17:40Z",
  "2038-01-20T00:00:00Z",
  "9999-12-31T23:59:59.999Z",
];

describe.each(TIMES)("a payment of %s", (paidAt) => {
  beforeEach(() => payAt(paidAt));

  test("is in the figures of page, wallboard and stream, with the recording time as its time", async () => {
    const { scope, sessionId } = session;
    const page = z.encode(LiveUpdate, await getLive(scope, sessionId));
    const wallboard = z.encode(WallboardUpdate, await getWallboard(scope, sessionId));
    const follower = await followSession(scope, sessionId);
    const stream = await follower.next();
    follower.leave();
    for (const { figures, minutes } of [page, wallboard, stream ?? page]) {
      expect(figures).toMatchObject({
        total_inflow: "100.00",
        last_payment_at: recordedAt.toISOString(),
        last_five_minutes: "100.00",
        terminals: [{ last_payment_at: recordedAt.toISOString() }, { last_payment_at: null }],
      });
      expect(minutes).toEqual([]);
    }
    expect(page.rows).toHaveLength(1);
  });

  test("is sent by a stream that was opened before it was recorded", async () => {
    const { scope, sessionId, account } = session;
    const follower = await followSession(scope, sessionId);
    await follower.next();
    await payAt(paidAt);
    await recordCredit(createIncomingCredit({ account, paidAt: new Date() }));
    for (let count = 0; count < 3; ) count = (await follower.next())?.figures.transaction_count ?? 3;
    follower.leave();
    const { figures, minutes } = await getLive(scope, sessionId);
    expect(figures.last_five_minutes).toBe(30_000n);
    expect(minutes).toHaveLength(1);
    expect(Math.abs((figures.last_payment_at?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test("keeps both terminal pages readable, with a bounded chart", async () => {
    const { scope, sessionId, terminalId } = session;
    const overview = z.encode(TerminalsOverview, await listTerminalsOverview(scope, sessionId));
    expect(overview.terminals[0]).toMatchObject({ count: 1, last_payment_at: recordedAt.toISOString() });
    const { bars } = z.encode(TerminalDay, await getTerminalDay(scope, { sessionId, terminalId }));
    expect(bars.counts.length).toBeLessThanOrEqual(97);
    await closeSession(scope, sessionId);
    const closed = z.encode(TerminalsOverview, await listTerminalsOverview(scope, sessionId));
    expect(Math.abs(Date.parse(closed.recent.from) - recordedAt.getTime())).toBeLessThan(2 * 3_600_000);
    const day = z.encode(TerminalDay, await getTerminalDay(scope, { sessionId, terminalId }));
    expect(day.bars.counts.length).toBeLessThanOrEqual(97);
  });

  test.each([false, true])(
    "is listed, opened and exported with its stored time, indexed: %s",
    async (isIndexed) => {
      const { scope, sessionId } = session;
      if (isIndexed) await indexNextTransactions(sessionId);
      const [list, detail] = [
        await findPayments(scope, sessionId, PaymentFilters.parse({}), { limit: 50 }),
        await getPayment(scope, { sessionId, transactionId }),
      ];
      const at = z.encode(PaymentsPage, list).rows[0]?.paid_at;
      expect(at?.slice(0, 4)).toBe(new Date(paidAt).toISOString().slice(0, 4));
      expect(z.encode(PaymentDetail, detail).payment.paid_at).toBe(at);
      for (const format of ["csv", "xlsx"] as const) {
        const filters = PaymentFilters.parse({});
        const file = await bytesOf(exportPayments(scope, { sessionId, filters, format }));
        if (format === "csv") expect(file.toString()).toContain(`,${at},`);
      }
      expect((await bytesOf(exportTerminals(scope, sessionId))).toString()).toContain(
        recordedAt.toISOString(),
      );
      expect((await bytesOf(exportOperators(scope, sessionId))).toString()).toContain("Unassigned");
    },
  );

  test("keeps the operators, the list of events and the close preview readable", async () => {
    const { scope, sessionId } = session;
    await indexNextTransactions(sessionId);
    z.encode(OperatorsOverview, await listOperatorsOverview(scope, sessionId));
    const { events } = z.encode(EventList, await listEvents(scope, EventsQuery.parse({})));
    expect(events[0]).toMatchObject({
      last_payment_at: recordedAt.toISOString(),
      taken: "100.00",
      spark: [],
    });
    const preview = z.encode(ClosePreview, await getClosePreview(scope, sessionId));
    expect(preview).toMatchObject({ last_payment_at: recordedAt.toISOString(), terminals_taking: 1 });
  });
});
