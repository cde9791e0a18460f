import { providerNamed, verifyingSecret } from "@/lib/bank";
import { assertDefined } from "@/lib/core/assert";

/** Requests as bytes that only need to be written. */
export interface Supply {
  next(): Buffer;
}

/** A request as it goes over the wire. */
export function requestOf(
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

/** The same request for ever. */
export function always(request: Buffer): Supply {
  return { next: () => request };
}

interface Notices {
  path: string;
  /** Dealt out in turn. */
  accounts: string[];
  /** Tells this run's payments from every other's. */
  run: string;
  /** How many are signed before the first is asked for; those beyond are signed when they are needed. */
  prepared?: number;
  /** Paystack's secret at the server under test; that of this process's settings where absent. */
  secret?: string;
}

/** How a payment says in its narration which of its run it is; the event repeats it. */
const NARRATION = /"narration":"BENCH (\d+)"/;

/** Which payment of the run an event tells of. Throws where it is none of the bench's. */
export function numberIn(event: string): number {
  return Number(assertDefined(NARRATION.exec(event)?.[1], "an event of the bench carries its number"));
}

/** Signed notices, each a new payment, numbered from 0 in the order they are handed out. */
export function noticesFor({ path, accounts, run, prepared = 0, ...given }: Notices): Supply {
  const paystack = providerNamed("paystack");
  const secret =
    given.secret ?? assertDefined(verifyingSecret("paystack", "test"), "the service has made its secrets");
  const compose = (number: number) => {
    const key = `bench-${run}-${number}`;
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
        narration: `BENCH ${number}`,
        bankRef: key,
        paidAt: new Date(),
      },
      secret,
    );
    return requestOf("POST", path, headers, body);
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
