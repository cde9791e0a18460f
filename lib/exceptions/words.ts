/** What can be wrong, as people read it: a name, what it means, and what can be done. */
export const EXCEPTION_KINDS = {
  session_closed: {
    name: "Paid after close",
    hint: "The event was closed already",
    advice: "A closed event takes nothing more. Assign the money to another open event, or return it.",
  },
  unknown_destination: {
    name: "Unknown account",
    hint: "No event has the account it names",
    advice: "Pair the device or find the event that it was meant for, then assign it.",
  },
  conflicting_repeat: {
    name: "Amount differs",
    hint: "The bank told a recorded payment differently",
    advice: "The bank told this payment again with another amount, account or currency. The first stands.",
  },
  contradicting_status: {
    name: "Status differs",
    hint: "The bank changed its word on a final payment",
    advice: "The bank had said how this payment ended, and now says otherwise. The first stands.",
  },
  reversal: {
    name: "Taken back",
    hint: "The bank reverses or disputes a recorded payment",
    advice: "The books stand as they are. Decide with the bank.",
  },
  settlement_mismatch: {
    name: "Settled, yet failed",
    hint: "A settlement lists a payment that failed",
    advice: "The bank had said that this payment failed. Ask it which is right.",
  },
  not_confirmed: {
    name: "Not confirmed",
    hint: "The bank did not confirm a recorded payment",
    advice: "The payment stays pending, and is in no total, until the bank has said that it is right.",
  },
  unsupported_channel: {
    name: "Other channel",
    hint: "Neither a bank transfer nor a POS payment",
    advice: "Only bank transfers and POS payments are recorded. Return it, or note what was done.",
  },
  unsupported_currency: {
    name: "Other currency",
    hint: "Not in naira",
    advice: "Only naira is recorded. Return it, or note what was done.",
  },
  unreadable: {
    name: "Unreadable notice",
    hint: "Signed by the bank, but it cannot be read",
    advice: "It may tell of money. Ask the bank what it meant.",
  },
} as const;

export type ExceptionKind = keyof typeof EXCEPTION_KINDS;

/** How an exception was resolved. */
export const RESOLUTIONS = { assigned: "Assigned", to_return: "To return", noted: "Noted" } as const;
