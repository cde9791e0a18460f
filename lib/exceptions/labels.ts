/** The display texts of each exception reason: its name, meaning and advice. */
export const EXCEPTION_REASONS = {
  session_closed: {
    name: "Paid after close",
    hint: "The event was closed already",
    advice: "A closed event takes nothing more. Assign the payment to another open event, or refund it.",
  },
  unknown_destination: {
    name: "Unknown account",
    hint: "No event has the account it names",
    advice: "Pair the device or find the event that it was meant for, then assign it.",
  },
  conflicting_repeat: {
    name: "Amount differs",
    hint: "The bank reported a recorded payment with other data",
    advice:
      "The bank reported this payment again with another amount, account or currency. The first report is kept.",
  },
  contradicting_status: {
    name: "Status differs",
    hint: "The bank changed the final status of a payment",
    advice: "The bank now reports another final status. The first status is kept.",
  },
  reversal: {
    name: "Reversal or dispute",
    hint: "The bank reverses, refunds or disputes a payment",
    advice: "The recorded amount does not change. Decide with the bank.",
  },
  settlement_mismatch: {
    name: "Settlement differs",
    hint: "A settlement lists a payment differently than it is recorded",
    advice:
      "Nothing is settled by this line. Ask the bank which figure is right; accept the line if the bank's is.",
  },
  settlement_unreported: {
    name: "Settled, not recorded",
    hint: "A settlement lists a payment that is not recorded",
    advice:
      "The bank paid out a payment that is in no total. Decide its other exception; if it has none, ask the bank to send the notification again.",
  },
  settlement_unreadable: {
    name: "Unreadable settlement line",
    hint: "One line of a settlement cannot be read",
    advice: "The other lines are applied. Ask the bank which payment this line is about.",
  },
  not_confirmed: {
    name: "Not confirmed",
    hint: "The bank did not confirm a recorded payment",
    advice: "The payment stays pending, and is in no total, until the bank confirms it.",
  },
  unsupported_channel: {
    name: "Other channel",
    hint: "Neither a bank transfer nor a POS payment",
    advice: "Only bank transfers and POS payments are recorded. Refund it, or dismiss it with a note.",
  },
  unsupported_currency: {
    name: "Other currency",
    hint: "Not in naira",
    advice: "Only naira is recorded. Refund it, or dismiss it with a note.",
  },
  unrecognised: {
    name: "Unknown kind",
    hint: "Signed by the bank, of a kind that is not known here",
    advice: "It names an amount. Ask the bank what it means.",
  },
  unreadable: {
    name: "Unreadable notification",
    hint: "Signed by the bank, but it cannot be read",
    advice: "It may concern a payment. Ask the bank what it means.",
  },
  device_claim: {
    name: "Device claim",
    hint: "A card payment that proved a device",
    advice:
      "The payment proved that the device is yours. It is in no total; refund it at your bank if you wish.",
  },
} as const;

export type ExceptionReason = keyof typeof EXCEPTION_REASONS;

/** The display texts of the resolutions. */
export const RESOLUTIONS = {
  assigned: "Assigned",
  to_refund: "To refund",
  dismissed: "Dismissed",
  accepted: "Settled as the bank states",
  recorded: "Recorded since",
  superseded: "Replaced by a later report",
  proved: "Proved the device",
} as const;
