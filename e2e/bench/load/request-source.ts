import { getProvider, verifyingSecret } from "@/lib/bank";
import { assertDefined } from "@/lib/core/errors/assert";

/** A source of serialised requests. */
export interface RequestSource {
  next(): Buffer;
}

/** Serialises an HTTP request. */
export function serialiseRequest(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = "",
): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = method === "GET" ? "" : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join("")}${length}\r\n${body}`,
  );
}

/** Returns the same request each time. */
export function repeatRequest(request: Buffer): RequestSource {
  return { next: () => request };
}

interface NotificationOptions {
  path: string;
  /** Cycles through these requests. */
  accounts: string[];
  /** How many are signed in advance; the others are signed when they are needed. */
  prepared?: number;
  /** Paystack's secret of the server under test; by default that of this process's settings. */
  secret?: string;
  /** The narration of the payment with this number; by default `BENCH` and the number. */
  narration?: (number: number) => string;
}

/** The form in which a payment's narration has its number in the run; the event has the narration too. */
const NARRATION = /"narration":"BENCH (\d+)"/;

/** Returns the number of an event's payment in the run. Throws if it is not the bench's. */
export function parsePaymentNumber(event: string): number {
  return Number(assertDefined(NARRATION.exec(event)?.[1], "an event of the bench carries its number"));
}

/** Sources created by this process, of which each numbers its payments' keys. */
let sources = 0;

/** Signed notifications, each of a payment that no other source of this process has, numbered from 0 in the order of use. */
export function createNotifications({
  path,
  accounts,
  prepared = 0,
  ...given
}: NotificationOptions): RequestSource {
  const paystack = getProvider("paystack");
  const secret =
    given.secret ?? assertDefined(verifyingSecret("paystack", "test"), "the service has made its secrets");
  const source = ++sources;
  const compose = (number: number) => {
    const key = `bench-${source}-${number}`;
    const { headers, body } = paystack.compose(
      {
        paymentKey: key,
        amount: 250_000n + BigInt(number % 1000),
        channel: "bank_transfer",
        status: "successful",
        account: assertDefined(accounts[number % accounts.length], "there is an account"),
        device: "",
        senderName: "ADAEZE OKONKWO",
        senderAccount: "0123456789",
        senderBank: "058",
        narration: given.narration?.(number) ?? `BENCH ${number}`,
        bankRef: key,
        paidAt: new Date(),
      },
      secret,
    );
    return serialiseRequest("POST", path, headers, body);
  };
  const ready = Array.from({ length: prepared }, (_, number) => compose(number));
  let handedOut = 0;
  return {
    next: () => {
      const number = handedOut++;
      return ready[number] ?? compose(number);
    },
  };
}
