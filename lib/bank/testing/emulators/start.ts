import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { idSchema } from "@/lib/core/ids";
import { parseKobo } from "../../parsing/amount";
import { startFlutterwaveEmulator } from "./flutterwave";
import { startLencoEmulator } from "./lenco";
import { startMonnifyEmulator } from "./monnify";
import { startNombaEmulator } from "./nomba";
import { composePayment, composeRefund, type SentNotification } from "./notifications";
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
const NAMES = ["paystack", "monnify", "nomba", "lenco", "flutterwave"] as const;
/** After this time the bank has made a refund. */
const REFUND_MS = 5_000;

const Payment = z.object({
  provider: z.enum(NAMES),
  account_number: z.string(),
  amount: z.string(),
  connection_id: idSchema("bankConnection").optional(),
});
type Payment = z.output<typeof Payment>;

/** The settings with which a service uses the emulators. */
const settings = (providers: string) => `
BANK_MODE=live BANK_PROVIDERS=${providers} AUTH_URL=http://127.0.0.1:3000 TRUST_PROXY=none
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
 * port with `{provider, account_number, amount, connection_id?}` (naira) makes a payment and sends its signed notification
 * to the service: to the address of the organisation's connection if it is given, else to the deployment's. The
 * Paystack and Monnify emulators complete a requested refund after five seconds and send its notification.
 */
export async function startAll(serviceUrl: string): Promise<void> {
  const running = await startEmulators();
  const connections = new Map<string, string>();
  const post = async (account: string, notification: SentNotification) => {
    const connection = connections.get(account);
    const path = connection ? `/api/webhooks/bank/${connection}` : "/v1/webhooks/bank";
    const response = await fetch(`${serviceUrl}${path}`, { method: "POST", ...notification });
    return response.status;
  };
  const pay = ({ provider, account_number: account, amount, connection_id: connection }: Payment) => {
    const kobo = parseKobo(amount, "naira");
    if (!kobo) return undefined;
    if (connection) connections.set(account, connection);
    const payment = running[provider].ledger.pay(account, kobo);
    return post(account, composePayment(provider, payment, SECRETS[provider]));
  };
  setInterval(() => {
    for (const provider of ["paystack", "monnify"] as const) {
      const { ledger } = running[provider];
      for (const refund of ledger.completeRefunds(new Date(Date.now() - REFUND_MS)))
        post(
          ledger.find(refund.paymentKey)?.account ?? "",
          composeRefund(provider, refund, SECRETS[provider]),
        ).catch((thrown: unknown) => process.stderr.write(`${report(thrown)}\n`));
    }
  }, 1_000);
  createServer(async (incoming, outgoing) => {
    const json = await text(incoming);
    const { status, answer } = await answerPayment(json, pay).catch((thrown: unknown) => ({
      status: 502,
      answer: report(thrown),
    }));
    outgoing.writeHead(status);
    outgoing.end(`${answer}\n`);
  }).listen(PORT, "127.0.0.1");
  process.stdout.write(`The control port is ${PORT}. Start the service with:\n${settings(NAMES.join(","))}`);
}

/** Formats an error of a request to the service. */
const report = (thrown: unknown) => `The request to the service failed: ${String(thrown)}`;

async function answerPayment(json: string, pay: (payment: Payment) => Promise<number> | undefined) {
  const { data } = Payment.safeParse(parseJson(json));
  const status = data && (await pay(data));
  if (!status) return { status: 400, answer: "Send provider, account_number and amount, such as 100.00." };
  return { status: 200, answer: `The service answered ${status}.` };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function startEmulators() {
  const client = { clientId: "emulated", clientSecret: "emulated" };
  return {
    paystack: await startPaystackEmulator({ secret: SECRETS.paystack, port: PORT + 1 }),
    monnify: await startMonnifyEmulator({
      apiKey: "emulated",
      secretKey: SECRETS.monnify,
      contractCode: "emulated",
      port: PORT + 2,
    }),
    nomba: await startNombaEmulator({ ...client, accountId: "emulated", port: PORT + 3 }),
    lenco: await startLencoEmulator({ token: SECRETS.lenco, port: PORT + 4 }),
    flutterwave: await startFlutterwaveEmulator({ ...client, port: PORT + 5 }),
  };
}
