/** Guarantee: bank notifications can be listed, shown and reprocessed, and none is counted twice. */

import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { getProvider, type SimulatedCredit, verifyingSecret } from "@/lib/bank";
import { readFixture, SAMPLE } from "@/lib/bank/testing/notifications";
import { signedHeaders } from "@/lib/bank/testing/signatures";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { dismissException } from "@/lib/exceptions";
import { receiveBankNotification } from "@/lib/intake";
import { summariseReconciliation } from "@/lib/reconciliation";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { takings } from "../testing/takings";

useTestDatabase();

type TestSession = Awaited<ReturnType<typeof openTestSession>>;
let session: TestSession;
let keys = 0;

beforeAll(async () => {
  session = await openTestSession();
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Receives a body signed by Paystack; returns the id of the stored notification. */
async function receive(body: string | Buffer): Promise<string> {
  const bytes = Buffer.from(body);
  const headers = signedHeaders("paystack", bytes, verifyingSecret("paystack", "test") ?? "", "1");
  return (await receiveBankNotification({ headers: new Headers(headers), body: bytes })).notification;
}

/** A transfer of 12,500.50 into the session. */
function transfer(credit: Partial<SimulatedCredit> = {}) {
  keys++;
  const paid = { ...SAMPLE, paymentKey: `notifications-${keys}`, account: session.account, ...credit };
  return getProvider("paystack").compose(paid, "secret of the tests").body;
}

/**
 * Receives a body while Paystack's adapter has no notification types, like a version before the type was supported.
 */
async function receiveUnknown(body: string, namesAmount: boolean): Promise<string> {
  vi.spyOn(getProvider("paystack"), "parse").mockReturnValue({
    ...{ kind: "unrecognised", event: "charge.success", namesAmount },
    ...(namesAmount && { amount: SAMPLE.amount }),
  });
  const id = await receive(body);
  vi.restoreAllMocks();
  return id;
}

const reprocess = async (id: string) =>
  (await takings(`notifications reprocess --notification ${id}`)).value.outcome;

const exceptionsOf = (id: string) => systemDb().sql<{ reason: string; resolution: string | null }[]>`
  select reason, resolution from exceptions where notification_id = ${id} order by created_at, id`;

async function inflow() {
  const sums = await summariseReconciliation(session.scope, session.sessionId);
  return { count: sums.transaction_count, total: sums.total_inflow };
}

describe("takings notifications", () => {
  it("list finds ignored notifications, newest first, page by page, without bodies", async () => {
    const ids = [];
    for (const id of ["1", "2", "3"])
      ids.push(await receive(`{"event":"transfer.success","data":{"id":${id},"amount":100}}`));
    const { value } = await takings("notifications list --outcome ignored --provider paystack");
    expect(value.map((one: { id: string }) => one.id)).toEqual(ids.toReversed());
    expect(value[0]).toEqual({
      ...{ id: ids[2], organisation_id: null, session_id: null, mode: "test", provider: "paystack" },
      ...{ event: "transfer.success", adapter_version: 4, outcome: "ignored", bytes: 57 },
      ...{ correlation_key: expect.stringMatching(/^[0-9a-f]{64}$/), received_at: expect.any(String) },
    });
    const { value: older } = await takings(`notifications list --outcome ignored --before ${ids[2]}`);
    expect(older.map((one: { id: string }) => one.id)).toEqual([ids[1], ids[0]]);
    expect((await takings("notifications list --outcome ignored --provider lenco")).value).toEqual([]);
    expect((await takings("notifications list --outcome lost")).exitCode).toBe(2);
  });

  it("show returns the original body", async () => {
    const body = readFixture("paystack", "refund").toString();
    const { value } = await takings(`notifications show --notification ${await receive(body)}`);
    expect(value).toMatchObject({ body, event: "refund.processed", outcome: "reversal" });
  });

  it("show and reprocess reject an unknown notification", async () => {
    for (const command of ["show", "reprocess"]) {
      const unknown = `notifications ${command} --notification ntc_01m7wja30291e5wma656tpsg5t`;
      const { exitCode, value } = await takings(unknown);
      expect({ exitCode, code: value.error.code }).toEqual({ exitCode: 1, code: "not_found" });
    }
  });

  for (const namesAmount of [true, false]) {
    it(`reprocess records a payment of an unknown type ${namesAmount ? "with" : "without"} an amount, once`, async () => {
      const before = await inflow();
      const id = await receiveUnknown(transfer(), namesAmount);
      expect(await inflow()).toEqual(before);
      expect(await exceptionsOf(id)).toEqual(
        namesAmount ? [{ reason: "unrecognised", resolution: null }] : [],
      );
      expect(await reprocess(id)).toBe("recorded");
      expect(await exceptionsOf(id)).toEqual(
        namesAmount ? [{ reason: "unrecognised", resolution: "recorded" }] : [],
      );
      expect(await reprocess(id)).toBe("existing");
      expect(await inflow()).toEqual({ count: before.count + 1, total: before.total + SAMPLE.amount });
      const { value } = await takings(`notifications show --notification ${id}`);
      expect(value).toMatchObject({ outcome: "recorded", session_id: session.sessionId });
      const audited = await systemDb().sql`
        select details->>'outcome' as outcome from audit_entries
        where organisation_id = ${session.scope.organisationId} and session_id = ${session.sessionId}
          and action = 'reprocessed_notification' and subject = ${id} and actor like 'command line%' order by id`;
      expect(audited).toEqual([{ outcome: "recorded" }, { outcome: "existing" }]);
    });
  }

  it("reprocess of a type that is still unknown keeps its one exception, open or resolved", async () => {
    const body = `{"event":"charge.settled","data":{"id":1,"amount":2500000}}`;
    const id = await receive(body);
    expect(await reprocess(id)).toBe("exception");
    expect(await exceptionsOf(id)).toEqual([{ reason: "unrecognised", resolution: null }]);
    const [open] = await systemDb().sql<
      { id: string }[]
    >`select id from exceptions where notification_id = ${id}`;
    await dismissException(COMMAND_LINE, { exceptionId: open?.id ?? "", note: "A report of no payment." });
    expect(await reprocess(id)).toBe("exception");
    expect(await exceptionsOf(id)).toEqual([{ reason: "unrecognised", resolution: "dismissed" }]);
  });

  it("reprocess records a payment whose device has been paired since, and resolves its exception", async () => {
    const device = "notifications-device";
    const id = await receive(transfer({ channel: "pos", account: "", device }));
    expect(await exceptionsOf(id)).toEqual([{ reason: "unknown_destination", resolution: null }]);
    expect(await reprocess(id)).toBe("exception");
    const before = await inflow();
    await takings(
      `terminals pair --terminal ${session.terminalId} --device ${device} --from 2026-11-20T00:00Z`,
    );
    expect(await reprocess(id)).toBe("recorded");
    expect(await exceptionsOf(id)).toEqual([{ reason: "unknown_destination", resolution: "recorded" }]);
    expect(await inflow()).toEqual({ count: before.count + 1, total: before.total + SAMPLE.amount });
  });

  it("reprocess of a reversal and of a dismissed exception opens no new exception", async () => {
    const paymentKey = `notifications-reversed`;
    await receive(transfer({ paymentKey }));
    const id = await receive(
      readFixture("paystack", "refund").toString().replace("020293904002", paymentKey),
    );
    expect(await reprocess(id)).toBe("reversal");
    const [open] = await systemDb().sql<
      { id: string }[]
    >`select id from exceptions where notification_id = ${id}`;
    await dismissException(COMMAND_LINE, { exceptionId: open?.id ?? "", note: "Agreed with the bank." });
    expect(await reprocess(id)).toBe("reversal");
    expect(await exceptionsOf(id)).toEqual([{ reason: "reversal", resolution: "dismissed" }]);
  });
});
