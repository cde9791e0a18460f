import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import type { Kobo } from "@/lib/core/money";
import { flutterwave } from "../../flutterwave/provider";
import { lenco } from "../../lenco/provider";
import { monnify } from "../../monnify/provider";
import { nomba } from "../../nomba/provider";
import { parseKobo } from "../../parsing/amount";
import { paystack } from "../../paystack/provider";
import { startFlutterwaveEmulator } from "./flutterwave";
import type { EmulatedLedger } from "./ledger";
import { startLencoEmulator } from "./lenco";
import { startMonnifyEmulator } from "./monnify";
import { startNombaEmulator } from "./nomba";
import { startPaystackEmulator } from "./paystack";

/** The control port; the emulators listen on the next ones. */
const PORT = 4100;
/** The secrets of the emulated businesses; never those of a real one. */
const SECRETS = {
  paystack: "sk_test_emulated",
  monnify: "emulated-secret",
  nomba: "emulated-signature",
  lenco: "emulated-token",
  flutterwave: "emulated-hash",
};
const ADAPTERS = { paystack, monnify, nomba, lenco, flutterwave };
const NAMES = Object.keys(ADAPTERS) as (keyof typeof ADAPTERS)[];

const Payment = z.object({
  provider: z.enum(NAMES),
  account_number: z.string(),
  amount: z.string(),
});

/** The settings with which a service uses the emulators. */
const settings = (providers: string) => `
BANK_MODE=live BANK_PROVIDERS=${providers} AUTH_URL=https://localhost TRUST_PROXY=none
PAYSTACK_BASE_URL=http://127.0.0.1:${PORT + 1} PAYSTACK_SECRET_KEY=${SECRETS.paystack} PAYSTACK_PREFERRED_BANK=wema-bank
PAYSTACK_CUSTOMER_EMAIL=money@host.example PAYSTACK_CUSTOMER_PHONE=+2348000000000
MONNIFY_BASE_URL=http://127.0.0.1:${PORT + 2} MONNIFY_API_KEY=emulated MONNIFY_SECRET_KEY=${SECRETS.monnify}
MONNIFY_CONTRACT_CODE=emulated MONNIFY_BVN=22222222222
NOMBA_BASE_URL=http://127.0.0.1:${PORT + 3} NOMBA_CLIENT_ID=emulated NOMBA_CLIENT_SECRET=emulated NOMBA_ACCOUNT_ID=emulated
NOMBA_SIGNATURE_KEY=${SECRETS.nomba}
LENCO_BASE_URL=http://127.0.0.1:${PORT + 4} LENCO_API_TOKEN=${SECRETS.lenco} LENCO_BVN=22222222222
FLUTTERWAVE_BASE_URL=http://127.0.0.1:${PORT + 5} FLUTTERWAVE_CLIENT_ID=emulated FLUTTERWAVE_CLIENT_SECRET=emulated
FLUTTERWAVE_SECRET_HASH=${SECRETS.flutterwave} FLUTTERWAVE_CUSTOMER_EMAIL=money@host.example FLUTTERWAVE_BVN=22222222222
`;

/**
 * Starts all emulators and a control port, and prints the settings of a service that uses them. `POST /` on the control
 * port with `{provider, account_number, amount}` (naira) makes a payment and sends its signed notification to the service.
 */
export async function startAll(serviceUrl: string): Promise<void> {
  const running = {
    paystack: await startPaystackEmulator({ secret: SECRETS.paystack, port: PORT + 1 }),
    monnify: await startMonnifyEmulator({
      apiKey: "emulated",
      secretKey: SECRETS.monnify,
      contractCode: "emulated",
      port: PORT + 2,
    }),
    nomba: await startNombaEmulator({
      clientId: "emulated",
      clientSecret: "emulated",
      accountId: "emulated",
      port: PORT + 3,
    }),
    lenco: await startLencoEmulator({ token: SECRETS.lenco, port: PORT + 4 }),
    flutterwave: await startFlutterwaveEmulator({
      clientId: "emulated",
      clientSecret: "emulated",
      port: PORT + 5,
    }),
  };
  createServer(async (incoming, outgoing) => {
    const { data } = Payment.safeParse(JSON.parse((await text(incoming)) || "{}"));
    const amount = parseKobo(data?.amount, "naira");
    if (!data || !amount) {
      outgoing.writeHead(400).end("Send provider, account_number and amount, such as 100.00.\n");
      return;
    }
    const { provider, account_number } = data;
    const status = await pay(serviceUrl, provider, running[provider].ledger, account_number, amount);
    outgoing.end(`The service answered ${status}.\n`);
  }).listen(PORT, "127.0.0.1");
  process.stdout.write(`The control port is ${PORT}. Start the service with:\n${settings(NAMES.join(","))}`);
}

async function pay(
  serviceUrl: string,
  provider: keyof typeof ADAPTERS,
  ledger: EmulatedLedger,
  account: string,
  amount: Kobo,
): Promise<number> {
  const { key: paymentKey, senderName, narration, paidAt } = ledger.pay(account, amount);
  const sent = ADAPTERS[provider].compose(
    {
      ...{ paymentKey, amount, account, senderName, narration, paidAt },
      ...{ channel: "bank_transfer", status: "successful", device: "", bankRef: paymentKey },
      ...{ senderAccount: "0123456789", senderBank: "058" },
    },
    SECRETS[provider],
  );
  const response = await fetch(`${serviceUrl}/v1/webhooks/bank`, { method: "POST", ...sent });
  return response.status;
}
