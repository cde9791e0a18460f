import fc from "fast-check";
import type { Decision, Reason } from "./exceptions";
import type { Status } from "./model";

/** The hours of the event's day at which everything happens, so that some ends and beginnings coincide exactly. */
const HOURS = 4;
const BANKS = ["paystack", "monnify", "nomba", "lenco", "moniepoint"] as const;
export type Bank = (typeof BANKS)[number];
/** The channels that each bank documents. */
export const CHANNELS: Record<Bank, readonly ("bank_transfer" | "pos")[]> = {
  paystack: ["bank_transfer", "pos"],
  monnify: ["bank_transfer"],
  nomba: ["bank_transfer", "pos"],
  lenco: ["bank_transfer", "pos"],
  moniepoint: ["pos"],
};
/** Settlement dates, as an instant for the banks that push one: two of them are a second apart. */
export const DAYS = [
  { day: "2026-11-20", monnify: "20/11/2026 11:59:59 PM", lenco: "2026-11-20T22:59:59.999Z" },
  { day: "2026-11-21", monnify: "21/11/2026 12:00:00 AM", lenco: "2026-11-20T23:00:00.000Z" },
  { day: "2026-11-24", monnify: "24/11/2026 09:30:00 AM", lenco: "2026-11-24T08:30:00.000Z" },
] as const;

/** A payment that may be reported. Its indexes wrap around what exists when it is first reported. */
export interface PlannedPayment {
  bank: Bank;
  key: number;
  kobo: bigint;
  atGate: boolean;
  session: number;
  terminal: number;
  /** A device by its serial number; without one the terminal's own id is used. */
  device: number | undefined;
  hour: number;
}

/** A settlement line: of a payment, with its amount or another one, or of an unknown payment. */
export interface PlannedLine {
  payment: number;
  /** Kobo more or less than the payment. */
  off: bigint;
  isUnknown: boolean;
}

type At = { session: number; terminal: number };

export type Step =
  | { do: "open"; terminals: number }
  | { do: "close"; session: number }
  | { do: "report"; payment: number; status: Status; copies: number }
  | { do: "settle"; by: "monnify" | "lenco"; lines: PlannedLine[]; day: number }
  | { do: "reverse"; payment: number; how: number; reference: number; isPart: boolean; copies: number }
  | { do: "decide"; exception: number; about: readonly Reason[]; decisions: Decision[]; session: number }
  | { do: "add operator"; session: number }
  | ({ do: "assign"; operator: number; from: number; hours: number | undefined } & At)
  | ({ do: "pair"; device: number; from: number } & At)
  | ({ do: "unpair"; to: number } & At)
  | { do: "at once"; steps: Step[] };

export interface Sequence {
  payments: PlannedPayment[];
  steps: Step[];
}

const index = fc.nat({ max: 11 });
const hour = fc.nat({ max: HOURS - 1 });
const at = { session: index, terminal: index };

const planned: fc.Arbitrary<PlannedPayment> = fc.record({
  // Banks that push settlements more often than the others.
  bank: fc.constantFrom(...BANKS, "monnify" as const, "lenco" as const),
  // Few keys and amounts, so that banks contradict themselves and two banks use the same key.
  key: fc.nat({ max: 3 }),
  kobo: fc.constantFrom(1n, 1_250_050n, 1_250_050n, 1_250_050n, 1_250_051n, 9_007_199_254_740_990n),
  atGate: fc.boolean(),
  ...at,
  device: fc.option(fc.nat({ max: 1 }), { nil: undefined, freq: 2 }),
  hour,
});

const report = fc.record({
  do: fc.constant("report" as const),
  payment: index,
  status: fc.constantFrom(
    "pending" as const,
    "successful" as const,
    "successful" as const,
    "failed" as const,
  ),
  copies: fc.integer({ min: 1, max: 3 }),
});
const settle = fc.record({
  do: fc.constant("settle" as const),
  by: fc.constantFrom("monnify" as const, "lenco" as const),
  lines: fc.array(
    fc.record({
      payment: index,
      off: fc.constantFrom(0n, 0n, 1n, -1n),
      isUnknown: fc.constantFrom(false, false, false, false, true),
    }),
    { minLength: 1, maxLength: 8, size: "max" },
  ),
  day: fc.nat({ max: DAYS.length - 1 }),
});
const reverse = fc.record({
  do: fc.constant("reverse" as const),
  payment: index,
  how: fc.nat({ max: 2 }),
  reference: fc.nat({ max: 1 }),
  isPart: fc.boolean(),
  copies: fc.integer({ min: 1, max: 2 }),
});
const decide = fc.record({
  do: fc.constant("decide" as const),
  exception: index,
  about: fc.constantFrom<Reason[]>(
    ["session_closed", "unknown_destination"],
    ["session_closed", "unknown_destination"],
    ["settlement_mismatch"],
    ["conflicting_repeat", "contradicting_status", "reversal"],
    [],
  ),
  // Assignments only record the payment and change nothing else; they show whether recording is allowed.
  decisions: fc.oneof(
    fc.constant<Decision[]>(["assigned"]),
    fc.constant<Decision[]>(["assigned", "assigned"]),
    fc.array(fc.constantFrom<Decision>("assigned", "dismissed", "to_refund", "accepted", "accepted"), {
      minLength: 1,
      maxLength: 4,
      size: "max",
    }),
  ),
  session: index,
});
const close = fc.record({ do: fc.constant("close" as const), session: index });
const assign = fc.record({
  do: fc.constant("assign" as const),
  operator: index,
  from: hour,
  hours: fc.option(fc.integer({ min: 1, max: HOURS }), { nil: undefined, freq: 2 }),
  ...at,
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: report },
  { weight: 3, arbitrary: settle },
  { weight: 4, arbitrary: reverse },
  { weight: 6, arbitrary: decide },
  { weight: 1, arbitrary: close },
  { weight: 3, arbitrary: assign },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("open" as const), terminals: fc.nat({ max: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("add operator" as const), session: index }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("pair" as const), device: fc.nat({ max: 1 }), from: hour, ...at }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("unpair" as const), to: hour, ...at }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("at once" as const),
      steps: fc.array(
        fc.oneof(
          { weight: 6, arbitrary: report },
          { weight: 1, arbitrary: settle },
          { weight: 2, arbitrary: reverse },
          { weight: 1, arbitrary: decide },
          { weight: 2, arbitrary: close },
          { weight: 2, arbitrary: assign },
        ),
        { minLength: 2, maxLength: 12, size: "max" },
      ),
    }),
  },
);

/** Ten payments, and the steps about them. */
export const sequences: fc.Arbitrary<Sequence> = fc.noBias(
  fc.record({
    payments: fc.array(planned, { minLength: 10, maxLength: 10 }),
    steps: fc.array(step, { minLength: 1, maxLength: 30, size: "max" }),
  }),
);

/** Formats a sequence as text: one line for each step, with the payments that it uses. */
export function formatSequence({ payments, steps }: Sequence): string {
  return steps.map((one, position) => `${position + 1}. ${inWords(one, payments)}`).join("\n");
}

function inWords(one: Step, payments: PlannedPayment[]): string {
  switch (one.do) {
    case "report":
      return `report payment ${one.payment}, ${one.status}, ${one.copies}×: ${paymentInWords(payments[one.payment])}`;
    case "at once":
      return `at once:\n${one.steps.map((each) => `   - ${inWords(each, payments)}`).join("\n")}`;
    case "settle":
      return `${one.by} settles payments ${one.lines.map(lineInWords).join(", ")} on ${DAYS[one.day]?.day}`;
    case "reverse":
      return `reverse payment ${one.payment}, way ${one.how}, reference ${one.reference}, ${one.isPart ? "half" : "whole"}, ${one.copies}×: ${paymentInWords(payments[one.payment])}`;
    default: {
      const { do: what, ...rest } = one;
      return `${what} ${JSON.stringify(rest)}`;
    }
  }
}

function lineInWords({ payment, off, isUnknown }: PlannedLine): string {
  if (isUnknown) return "an unknown one";
  return off === 0n ? String(payment) : `${payment} with ${off} kobo more`;
}

function paymentInWords(payment: PlannedPayment | undefined): string {
  if (!payment) return "none";
  const { bank, key, kobo, atGate, session, terminal, device, hour } = payment;
  const gate = device === undefined ? `terminal ${terminal} of session ${session}` : `device ${device}`;
  return `${bank}, key ${key}, ${kobo} kobo to ${atGate ? gate : `session ${session}`} at hour ${hour}`;
}
