/** Guarantee: only a record of the notified account or device confirms, and a genuine payment is never refused for its account's reference. */
import { expect, test } from "vitest";
import type { Confirmation } from "@/lib/bank";
import { newId } from "@/lib/core/ids";
import { compareRecord } from "./compare-record";

const own = newId("session");
const other = newId("session");
const DIFFERS = { differs: "names another account or device", amount: 10_000n };

const compare = (
  credit: { account?: string; accountReference?: string; needsConfirmation?: boolean },
  answer: Partial<Confirmation>,
) =>
  compareRecord(
    {
      sessionId: own,
      amount: 10_000n,
      credit: {
        channel: "bank_transfer",
        account: "0123456789",
        devices: [],
        accountReference: "",
        ...credit,
      },
    },
    { status: "successful", amount: 10_000n, ...answer },
  );

test.each<[string, Parameters<typeof compare>, ReturnType<typeof compare>]>([
  ["the notified number", [{}, { account: "0123456789" }], "confirmed"],
  ["another number", [{}, { account: "9876543210" }], DIFFERS],
  ["the id of the payment's session", [{}, { accountReference: own }], "confirmed"],
  [
    "the notified reference, of a payment that a member assigned to another session",
    [{ accountReference: other }, { accountReference: other }],
    "confirmed",
  ],
  [
    "the notified reference of an attached account",
    [{ accountReference: "venue-main" }, { accountReference: "venue-main" }],
    "confirmed",
  ],
  [
    "the notified reference, which alone names the account",
    [{ account: "", accountReference: other, needsConfirmation: true }, { accountReference: other }],
    "confirmed",
  ],
  [
    "the notified reference, which is not signed and can have been put beside another number",
    [{ accountReference: other, needsConfirmation: true }, { accountReference: other }],
    "unanswered",
  ],
  [
    "a number that differs and the notified reference, which is not signed",
    [
      { accountReference: other, needsConfirmation: true },
      { account: "9876543210", accountReference: other },
    ],
    DIFFERS,
  ],
  ["another reference alone", [{}, { accountReference: "venue-main" }], "unanswered"],
  ["neither a number nor a reference", [{}, {}], "unanswered"],
])("a record with %s", (_, [credit, answer], verdict) => {
  expect(compare(credit, answer)).toEqual(verdict);
});
