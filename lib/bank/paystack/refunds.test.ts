import { afterEach, describe, expect, it } from "vitest";
import type { RefundRequest } from "../provider";
import { startPaystackEmulator } from "../testing/emulators/paystack";
import { parseBody, parseChangedFixture, parseEditedBody, readFixture } from "../testing/notifications";
import { paystack } from "./provider";
import { findRefund, refund } from "./refunds";

let bank: Awaited<ReturnType<typeof startPaystackEmulator>> | undefined;
afterEach(() => bank?.close());

async function start() {
  const started = await startPaystackEmulator({ secret: "sk_live_1" });
  bank = started;
  const { key } = started.ledger.pay("9930000902", 20_000n);
  const credentials = { PAYSTACK_SECRET_KEY: "sk_live_1" };
  const context = { credentials, baseUrl: started.baseUrl, businessTimeZone: "Africa/Lagos" };
  const request: RefundRequest = {
    ...{ reference: "rfd_1", paymentKey: key, amount: 5_000n, reason: "Cancelled", requestedAt: new Date() },
    otherReferences: [],
  };
  return { bank: started, context, request };
}

describe("a refund at Paystack", () => {
  it("is made in part and found by our id, with the bank's status", async () => {
    const { bank, context, request } = await start();
    expect(await findRefund(request, context)).toBeUndefined();
    const made = await refund(request, context);
    expect(made).toEqual({ status: "in_progress", bankReference: "1", detail: "pending" });
    expect(await findRefund(request, context)).toEqual(made);
    for (const [status, expected] of [
      ["completed", "completed"],
      ["failed", "failed"],
    ] as const) {
      for (const one of bank.ledger.refunds) one.status = status;
      expect(await findRefund(request, context)).toMatchObject({ status: expected });
    }
  });

  it("is found by its amount if Paystack does not keep the note, but not as another refund of ours", async () => {
    const { bank, context, request } = await start();
    bank.ledger.refund("7", request.paymentKey, 5_000n, "rfd_other");
    expect(await findRefund(request, context)).toBeUndefined();
    bank.ledger.refund("8", request.paymentKey, 5_000n);
    expect(await findRefund(request, context)).toMatchObject({ bankReference: "8" });
    expect(await findRefund({ ...request, otherReferences: ["8"] }, context)).toBeUndefined();
    expect(await findRefund({ ...request, amount: 5_001n }, context)).toBeUndefined();
    const later = new Date(Date.now() + 3_600_000);
    expect(await findRefund({ ...request, requestedAt: later }, context)).toBeUndefined();
  });

  it("of another payment is not found", async () => {
    const { bank, context, request } = await start();
    const other = bank.ledger.pay("9930000902", 20_000n);
    await refund({ ...request, paymentKey: other.key }, context);
    expect(await findRefund(request, context)).toBeUndefined();
  });

  it("is refused with the bank's reason, and unknown if the answer is lost or an error", async () => {
    const { bank, context, request } = await start();
    await expect(refund({ ...request, amount: 20_001n }, context)).rejects.toMatchObject({
      code: "bank_refused",
      detail: expect.stringContaining("Transaction cannot be refunded"),
    });
    for (const fault of ["lost", "error", "rate_limited"] as const) {
      bank.fail("POST /refund", fault);
      await expect(refund(request, context)).rejects.toMatchObject({ code: "unavailable" });
    }
    // Not "there is none": the lookup itself was refused.
    bank.fail("GET /refund", { status: 403, body: { status: false, message: "Not allowed" } });
    await expect(findRefund(request, context)).rejects.toMatchObject({ code: "bank_refused" });
  });
});

/** A notification that no earlier version read differently by its body. */
const RECEIVED = { body: Buffer.from("{}"), headers: new Headers() };

describe("a notification of a refund or dispute", () => {
  it.each([
    ["pending", "pending"],
    ["processing", "pending"],
    ["failed", "dismissed"],
  ])("parses a refund that is %s as %s, which version 3 ignored", (step, stage) => {
    const message = parseChangedFixture(paystack, "refund", "refund.processed", `refund.${step}`);
    expect(message).toMatchObject({ kind: "reversal", reversal: "refund", stage, amount: 5000n });
    for (const version of [1, 2, 3])
      expect(paystack.earlierVersions?.[version]?.(message, RECEIVED)).toEqual({
        event: `refund.${step}`,
        kind: "ignored",
      });
  });

  it("parses the due date of a dispute, which version 3 did not read", () => {
    const due = { "data.dueAt": "2026-12-09T18:00:00.000Z" };
    const message = parseEditedBody(paystack, readFixture("paystack", "dispute"), due);
    expect(message).toMatchObject({ stage: "opened", dueAt: new Date("2026-12-09T18:00:00.000Z") });
    expect(paystack.earlierVersions?.[3]?.(message, RECEIVED)).toEqual(
      parseBody(paystack, readFixture("paystack", "dispute")),
    );
    const wrong = { "data.dueAt": "soon" };
    expect(parseEditedBody(paystack, readFixture("paystack", "dispute"), wrong)).not.toHaveProperty("dueAt");
  });
});
