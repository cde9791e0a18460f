import { describe, expect, it } from "vitest";
import { deriveReturns, type ReportedReturn, type RequestedRefund } from "./returns";

const AMOUNT = 100_000n;
const at = (minute: number) => new Date(Date.UTC(2026, 11, 1, 12, minute));

const report = (
  kind: ReportedReturn["kind"],
  stage: ReportedReturn["stage"],
  given: Partial<ReportedReturn> = {},
): ReportedReturn => ({ kind, stage, reference: "", amount: 0n, dueAt: null, receivedAt: at(10), ...given });
const request = (state: RequestedRefund["state"], given: Partial<RequestedRefund> = {}): RequestedRefund => ({
  ...{ id: "rfd_1", state, amount: 40_000n, bankReference: "", requestedAt: at(0) },
  ...given,
});
const derive = (reports: ReportedReturn[], requested: RequestedRefund[] = []) => {
  const { status, returned, refundable } = deriveReturns(AMOUNT, reports, requested);
  return [status, returned, refundable];
};

describe("what came back of a payment", () => {
  it.each<[string, ReportedReturn[], unknown[]]>([
    ["nothing", [], ["none", 0n, AMOUNT]],
    [
      "a refund in part",
      [report("refund", "completed", { amount: 30_000n })],
      ["partly_refunded", 30_000n, 70_000n],
    ],
    [
      "two refunds that are the whole",
      [
        report("refund", "completed", { amount: 30_000n, reference: "1" }),
        report("refund", "completed", { amount: 70_000n, reference: "2" }),
      ],
      ["refunded", AMOUNT, 0n],
    ],
    ["a refund without an amount", [report("refund", "completed")], ["refunded", AMOUNT, 0n]],
    [
      "a refund in progress",
      [report("refund", "pending", { amount: 30_000n }), report("refund", "opened", { amount: 30_000n })],
      ["refund_in_progress", 0n, 70_000n],
    ],
    [
      "a refund that was pending without a reference and needed attention with one",
      [
        report("refund", "pending", { amount: 30_000n }),
        report("refund", "opened", { amount: 30_000n, reference: "TRF_1" }),
        report("refund", "completed", { amount: 30_000n, reference: "TRF_1" }),
      ],
      ["partly_refunded", 30_000n, 70_000n],
    ],
    [
      "the same refund, failed",
      [
        report("refund", "pending", { amount: 30_000n }),
        report("refund", "opened", { amount: 30_000n, reference: "TRF_1" }),
        report("refund", "dismissed", { amount: 30_000n, reference: "TRF_1" }),
      ],
      ["refund_failed", 0n, AMOUNT],
    ],
    ["a failed refund", [report("refund", "dismissed", { amount: 30_000n })], ["refund_failed", 0n, AMOUNT]],
    ["a reversal", [report("reversal", "completed")], ["reversed", AMOUNT, 0n]],
    ["a lost dispute", [report("dispute", "completed", { amount: 20_000n })], ["reversed", 20_000n, 80_000n]],
    ["an open dispute", [report("dispute", "opened", { reference: "7" })], ["disputed", 0n, AMOUNT]],
    [
      "a dispute that was won",
      [report("dispute", "opened", { reference: "7" }), report("dispute", "dismissed", { reference: "7" })],
      ["none", 0n, AMOUNT],
    ],
    [
      "a refund after a reversal, not above the payment",
      [report("reversal", "completed"), report("refund", "completed", { amount: 30_000n })],
      ["reversed", AMOUNT, 0n],
    ],
  ])("after %s, in any order of the reports", (_, reports, expected) => {
    expect(derive(reports)).toEqual(expected);
    expect(derive(reports.toReversed())).toEqual(expected);
  });

  it("a decided refund is not in progress, in any order", () => {
    const steps = (decision: "completed" | "dismissed") => [
      report("refund", "pending", { amount: 30_000n }),
      report("refund", decision, { amount: 30_000n, reference: "132" }),
    ];
    for (const reports of [steps("completed"), steps("completed").toReversed()])
      expect(derive(reports)).toEqual(["partly_refunded", 30_000n, 70_000n]);
    for (const reports of [steps("dismissed"), steps("dismissed").toReversed()])
      expect(derive(reports)).toEqual(["refund_failed", 0n, AMOUNT]);
  });

  it("a requested refund and the bank's report of it are counted once", () => {
    const done = request("completed", { bankReference: "R1" });
    const expected = ["partly_refunded", 40_000n, 60_000n];
    expect(derive([], [done])).toEqual(expected);
    expect(derive([report("refund", "completed", { amount: 40_000n, reference: "R1" })], [done])).toEqual(
      expected,
    );
    expect(derive([report("refund", "completed", { amount: 40_000n, reference: "rfd_1" })], [done])).toEqual(
      expected,
    );
    expect(derive([report("refund", "completed", { amount: 40_000n, reference: "132" })], [done])).toEqual(
      expected,
    );
    expect(derive([report("refund", "pending", { amount: 40_000n })], [request("in_progress")])).toEqual([
      ...["refund_in_progress", 0n, 60_000n],
    ]);
  });

  it("a report that is older than a request of the same amount is another refund", () => {
    const earlier = report("refund", "completed", { amount: 40_000n, reference: "132", receivedAt: at(-5) });
    expect(derive([earlier], [request("completed")])).toEqual(["partly_refunded", 80_000n, 20_000n]);
    expect(derive([earlier], [request("awaiting_approval")])).toEqual(["partly_refunded", 40_000n, 20_000n]);
  });

  it.each<[RequestedRefund["state"], unknown[]]>([
    ["awaiting_approval", ["none", 0n, 60_000n]],
    ["approved", ["refund_in_progress", 0n, 60_000n]],
    ["sending", ["refund_in_progress", 0n, 60_000n]],
    ["in_progress", ["refund_in_progress", 0n, 60_000n]],
    ["completed", ["partly_refunded", 40_000n, 60_000n]],
    ["failed", ["refund_failed", 0n, AMOUNT]],
    ["declined", ["none", 0n, AMOUNT]],
  ])("a requested refund that is %s", (state, expected) => {
    expect(derive([], [request(state)])).toEqual(expected);
  });

  it("of several open disputes the earliest due date is stated", () => {
    const disputes = [
      report("dispute", "opened", { reference: "1", dueAt: at(50) }),
      report("dispute", "opened", { reference: "2", dueAt: at(40) }),
      report("dispute", "opened", { reference: "3" }),
    ];
    expect(deriveReturns(AMOUNT, disputes, []).disputeDueAt).toEqual(at(40));
  });
});
