import { afterEach, describe, expect, it } from "vitest";
import type { RefundRequest } from "../provider";
import { startMonnifyEmulator } from "../testing/emulators/monnify";
import { findRefund, refund } from "./refunds";

let bank: Awaited<ReturnType<typeof startMonnifyEmulator>> | undefined;
afterEach(() => bank?.close());

async function start() {
  const started = await startMonnifyEmulator({ apiKey: "key", secretKey: "secret", contractCode: "1" });
  bank = started;
  const { key } = started.ledger.pay("9930000902", 20_000n);
  const credentials = { MONNIFY_API_KEY: "key", MONNIFY_SECRET_KEY: "secret" };
  const context = { credentials, baseUrl: started.baseUrl, businessTimeZone: "Africa/Lagos" };
  const request: RefundRequest = {
    ...{
      reference: "rfd_1",
      paymentKey: key,
      amount: 5_050n,
      reason: "x".repeat(100),
      requestedAt: new Date(),
    },
    otherReferences: [],
  };
  return { bank: started, context, request };
}

describe("a refund at Monnify", () => {
  it("is made once under our id, with a shortened reason, and found by it", async () => {
    const { bank, context, request } = await start();
    expect(await findRefund(request, context)).toBeUndefined();
    const made = await refund(request, context);
    expect(made).toEqual({ status: "in_progress", bankReference: "rfd_1", detail: "PENDING" });
    expect(bank.requests.at(-1)?.body).toMatchObject({ refundAmount: 50.5, refundReason: "x".repeat(64) });
    expect(bank.ledger.refunds).toMatchObject([{ amount: 5_050n, reference: "rfd_1" }]);
    await expect(refund(request, context)).rejects.toMatchObject({ code: "bank_refused" });
    for (const one of bank.ledger.refunds) one.status = "completed";
    expect(await findRefund(request, context)).toMatchObject({ status: "completed" });
  });

  it("is unknown if the answer is lost, and not missing if the lookup is refused otherwise than by 404", async () => {
    const { bank, context, request } = await start();
    bank.fail("POST /api/v1/refunds/initiate-refund", "lost");
    await expect(refund(request, context)).rejects.toMatchObject({ code: "unavailable" });
    expect(await findRefund(request, context)).toMatchObject({ status: "in_progress" });
    const body = { requestSuccessful: false, responseMessage: "Not enabled", responseCode: "99" };
    bank.fail("GET /api/v1/refunds/:reference", { status: 403, body });
    await expect(findRefund(request, context)).rejects.toMatchObject({ code: "bank_refused" });
  });
});
