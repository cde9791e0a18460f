/**
 * Guarantee: in any order of creation, payment, status update, repeat, expiry and matching, an expected payment has the
 * status and the sum that an independent model computes step by step, and `takings verify` finds no difference.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertDefined } from "@/lib/core/errors/assert";
import { type Id, newId } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { verifyTotals } from "@/lib/reconciliation";
import { useTestDatabase } from "@/lib/testing/database";
import { expireDue } from "./matching/expire";
import { type ExpectedSession, inAnHour, letExpire, openExpectedSession } from "./testing/session";

useTestDatabase();

const RUNS = 60;
const REFERENCES = ["ORD-10", "ORD-10-2", "ORD102", "ORD10", "A1.B2", "a1b2", "ORD-100"] as const;
const WORDS = [
  ...REFERENCES,
  "ord/10",
  "ord 10",
  "Ord-10 2",
  "ORD-10é",
  "xORD-10",
  "for",
  "ОРД",
  "‏",
  "5000.00",
];
const AMOUNTS = [500_000n, 200_000n, 300_000n, 500_001n, 500_002n, 499_998n] as const;

const step = fc.oneof(
  fc.record({
    kind: fc.constant("expect" as const),
    reference: fc.constantFrom(...REFERENCES),
    isByAmount: fc.boolean(),
    canExpire: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("pay" as const),
    amount: fc.constantFrom(...AMOUNTS),
    words: fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }),
    separator: fc.constantFrom(" ", "/", " - "),
    status: fc.constantFrom("successful" as const, "pending" as const, "failed" as const),
  }),
  fc.record({
    kind: fc.constant("update" as const),
    which: fc.nat(),
    status: fc.constantFrom("successful" as const, "failed" as const),
  }),
  fc.record({ kind: fc.constant("repeat" as const), which: fc.nat() }),
  fc.record({ kind: fc.constant("expire" as const), which: fc.nat() }),
  fc.record({ kind: fc.constant("match" as const), times: fc.constantFrom(1, 3) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface ModelExpected {
  id: Id<"expectedPayment">;
  reference: string;
  amountToPay: bigint;
  isByAmount: boolean;
  canExpire: boolean;
  hasExpired: boolean;
  paid: bigint;
  count: number;
}

interface ModelPayment {
  credit: { paymentKey: string; amount: bigint; narration: string };
  status: "successful" | "pending" | "failed";
  expected: ModelExpected | undefined;
}

/** The spans of a reference in a narration, found by one regular expression instead of a list of words. */
function spansOf(reference: string, narration: string): [number, number][] {
  const gap = "[^\\p{L}\\p{N}\\p{M}]*";
  const text = reference.split(/[-_./]/).join(gap);
  const found = narration.matchAll(
    new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])${text}(?![\\p{L}\\p{N}\\p{M}])`, "giu"),
  );
  return [...found].map((match) => [match.index, match.index + match[0].length]);
}

/** The state of a session, changed by one step at a time. */
class Model {
  expected: ModelExpected[] = [];
  payments: ModelPayment[] = [];

  statusOf(one: ModelExpected): string {
    const [low, high] =
      one.amountToPay < 500_000n ? [one.amountToPay, 500_000n] : [500_000n, one.amountToPay];
    if (one.paid > high) return "overpaid";
    if (one.paid >= low) return "paid";
    if (one.hasExpired) return "expired";
    return one.paid > 0n ? "underpaid" : "awaiting";
  }

  isOpen = (one: ModelExpected) => ["awaiting", "underpaid"].includes(this.statusOf(one));

  /** The expected payment that a payment recorded now belongs to. */
  ownerOf(amount: bigint, narration: string): ModelExpected | undefined {
    const accepting = this.expected.filter(({ hasExpired }) => !hasExpired);
    const compact = ({ reference }: ModelExpected) => reference.toLowerCase().replace(/[^a-z0-9]/g, "");
    const hits = accepting.flatMap((one) => spansOf(one.reference, narration).map((span) => ({ one, span })));
    const longest = hits.filter(
      ({ span: [from, to] }) =>
        !hits.some(({ span: [start, end] }) => start <= from && to <= end && end - start > to - from),
    );
    const latest = new Map(longest.map(({ one }) => [compact(one), one]));
    if (latest.size > 0) return latest.size === 1 ? [...latest.values()][0] : undefined;
    return accepting.find((one) => one.isByAmount && one.amountToPay === amount);
  }

  count({ credit: { amount }, expected }: ModelPayment): void {
    if (!expected) return;
    expected.paid += amount;
    expected.count++;
  }
}

async function run(session: ExpectedSession, model: Model, given: Step): Promise<void> {
  switch (given.kind) {
    case "expect":
      return createOne(session, model, given);
    case "pay": {
      const credit = {
        ...{ paymentKey: newId("request"), amount: given.amount },
        narration: given.words.join(given.separator),
      };
      const expected = model.ownerOf(credit.amount, credit.narration);
      const payment = { credit, status: given.status, expected };
      model.payments.push(payment);
      if (given.status === "successful") model.count(payment);
      return session.pay({ ...credit, status: given.status });
    }
    case "update": {
      const pending = model.payments.filter(({ status }) => status === "pending");
      const payment = pending[given.which % pending.length];
      if (!payment) return;
      payment.status = given.status;
      if (given.status === "successful") model.count(payment);
      return session.pay({ ...payment.credit, status: given.status });
    }
    case "repeat": {
      const payment = model.payments[given.which % model.payments.length];
      return payment && session.pay({ ...payment.credit, status: payment.status });
    }
    case "expire": {
      const open = model.expected.filter(({ canExpire, hasExpired }) => canExpire && !hasExpired);
      const one = open[given.which % open.length];
      if (!one) return;
      one.hasExpired = true;
      await new Promise((resolve) => setTimeout(resolve, 3));
      await letExpire(session, one.id);
      return;
    }
    case "match":
      // Concurrent matchers, as in several processes.
      await Promise.all(Array.from({ length: given.times }, () => session.match()));
  }
}

async function createOne(
  session: ExpectedSession,
  model: Model,
  { reference, isByAmount, canExpire }: Extract<Step, { kind: "expect" }>,
): Promise<void> {
  await session.match();
  const same = (one: ModelExpected) =>
    one.reference.toLowerCase().replace(/\W/g, "") === reference.toLowerCase().replace(/\W/g, "");
  const isTaken = model.expected.some((one) => same(one) && model.isOpen(one));
  const made = session.expect({
    ...{ reference, match_by_amount: isByAmount },
    ...((canExpire || isByAmount) && { expires_at: inAnHour() }),
  });
  if (isTaken) {
    await expect(made).rejects.toMatchObject({ code: "conflict" });
    return;
  }
  const { id, amount_to_pay: amountToPay } = await made;
  expect(isByAmount, "a distinct amount where it was asked for").toBe(amountToPay !== 500_000n);
  model.expected.push({
    ...{ id, reference, amountToPay, isByAmount, canExpire: canExpire || isByAmount },
    ...{ hasExpired: false, paid: 0n, count: 0 },
  });
}

async function compare(session: ExpectedSession, model: Model): Promise<void> {
  await session.match();
  await expireDue(session.sessionId);
  for (const one of model.expected) {
    const kept = await session.read(one.id);
    expect(kept, one.reference).toMatchObject({
      ...{ status: model.statusOf(one), amount_paid: one.paid, payment_count: one.count },
    });
  }
  const { sql } = systemDb();
  const [stored] = await sql`
    select count(*)::int as count from expected_payment_matches where session_id = ${session.sessionId}`;
  const matched = model.payments.filter(({ status, expected }) => expected && status !== "failed");
  expect(assertDefined(stored, "an aggregate has a row").count).toBe(matched.length);
  expect((await verifyTotals({ sessionId: session.sessionId })).differences).toEqual([]);
}

test("expected payments agree with a model in any order of steps", { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const session = await openExpectedSession();
      const model = new Model();
      for (const given of steps) await run(session, model, given);
      await compare(session, model);
    }),
    { numRuns: RUNS },
  );
});
