import { expect, test } from "vitest";
import { listDistinctAmounts } from "./distinct-amount";
import { type Candidate, matchTransaction, type Terms } from "./match";

const recordedAt = new Date("2026-11-20T09:00:00.000Z");
const terms = (sequence: number, reference: string, more: Partial<Terms> = {}): Terms => ({
  id: `exp_${sequence}`,
  sequence: BigInt(sequence),
  reference,
  amountToPay: 500_000n,
  matchByAmount: false,
  afterSequence: 0n,
  expiresAt: null,
  ...more,
});
const paid = (narration: string, more: Partial<Candidate> = {}): Candidate => ({
  sequence: 1n,
  amount: 500_000n,
  narration,
  createdAt: recordedAt,
  ...more,
});
const expectedOf = (transaction: Candidate, ...all: Terms[]) =>
  matchTransaction(transaction, all)?.expectedPaymentId;

test("a narration with two references belongs to neither expected payment", () => {
  expect(
    expectedOf(paid("ORD-1001 and ORD-1002"), terms(1, "ORD-1001"), terms(2, "ORD-1002")),
  ).toBeUndefined();
});

test("a reference that is a part of another is not found in the longer one", () => {
  const both = [terms(1, "ORD-1001"), terms(2, "ORD-1001-2"), terms(3, "ORD-10")] as const;
  expect(expectedOf(paid("ORD-1001-2"), ...both)).toBe("exp_2");
  expect(expectedOf(paid("ORD-1001, 2 tickets"), terms(1, "ORD-1001"))).toBe("exp_1");
  expect(expectedOf(paid("ORD-1001"), ...both)).toBe("exp_1");
});

test("a reference that is named twice counts once", () => {
  expect(expectedOf(paid("ORD-1001 / ord 1001"), terms(1, "ORD-1001"))).toBe("exp_1");
});

test("a reference that was used again belongs to the later expected payment", () => {
  const again = terms(2, "ORD1001", { afterSequence: 5n });
  expect(expectedOf(paid("ORD-1001", { sequence: 5n }), terms(1, "ORD-1001"), again)).toBe("exp_1");
  expect(expectedOf(paid("ORD1001", { sequence: 6n }), terms(1, "ORD-1001"), again)).toBe("exp_2");
});

test("a payment recorded at the very instant of the expiry is not matched, and one a millisecond before is", () => {
  const at = (ms: number) => terms(1, "ORD-1001", { expiresAt: new Date(recordedAt.getTime() + ms) });
  expect(expectedOf(paid("ORD-1001"), at(0))).toBeUndefined();
  expect(expectedOf(paid("ORD-1001"), at(1))).toBe("exp_1");
});

test("a payment recorded before the creation is not matched", () => {
  expect(expectedOf(paid("ORD-1001"), terms(1, "ORD-1001", { afterSequence: 1n }))).toBeUndefined();
});

test("an amount is matched only where it was asked for, and only without a reference", () => {
  const reserved = terms(1, "ORD-1001", { matchByAmount: true, amountToPay: 500_001n });
  expect(matchTransaction(paid("tickets", { amount: 500_001n }), [reserved])).toEqual({
    expectedPaymentId: "exp_1",
    matchedBy: "amount",
  });
  expect(
    expectedOf(paid("tickets", { amount: 500_001n }), terms(1, "ORD-1001", { amountToPay: 500_001n })),
  ).toBeUndefined();
  expect(expectedOf(paid("ORD-1002", { amount: 500_001n }), reserved, terms(2, "ORD-1002"))).toBe("exp_2");
});

test("the amounts that can be reserved are near, and none is a multiple of five kobo or ends in 99 kobo", () => {
  const near = listDistinctAmounts(500_000n);
  expect(near.slice(0, 4)).toEqual([500_001n, 500_002n, 499_998n, 500_003n]);
  expect(near.filter((amount) => amount % 5n === 0n || amount % 100n === 99n)).toEqual([]);
  expect(near.every((amount) => amount > 499_900n && amount < 500_100n)).toBe(true);
  expect(listDistinctAmounts(1n).every((amount) => amount > 0n)).toBe(true);
});
