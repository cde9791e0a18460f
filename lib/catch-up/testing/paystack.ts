import type { EmulatedPayment } from "@/lib/bank/testing/emulators/ledger";
import { composePayment } from "@/lib/bank/testing/emulators/notifications";
import { startPaystackEmulator } from "@/lib/bank/testing/emulators/paystack";
import { receiveBankNotification } from "@/lib/intake";

/** The secret key of the emulated business. */
const SECRET = "sk_test_emulated";

/** Starts an emulator of Paystack and sets up live mode for a test file that uses it. Call it before anything reads `env()`. */
export async function startLivePaystack(settings: Record<string, string> = {}) {
  const paystack = await startPaystackEmulator({ secret: SECRET });
  Object.assign(process.env, {
    BANK_MODE: "live",
    AUTH_URL: "https://takings.example",
    TRUST_PROXY: "none",
    BANK_PROVIDERS: "paystack",
    PAYSTACK_BASE_URL: paystack.baseUrl,
    PAYSTACK_SECRET_KEY: SECRET,
    PAYSTACK_PREFERRED_BANK: "wema-bank",
    PAYSTACK_CUSTOMER_EMAIL: "events@example.com",
    PAYSTACK_CUSTOMER_PHONE: "+2348000000000",
    AUTH_SECRET: "auth secret of the tests",
    JOB_SECRET: "job secret of the tests",
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    ...settings,
  });
  return paystack;
}

/** Sends the service the notification of an emulated payment, with changed values if some are given. */
export async function notify(payment: EmulatedPayment, change: Partial<EmulatedPayment> = {}) {
  const { headers, body } = composePayment("paystack", { ...payment, ...change }, SECRET);
  return receiveBankNotification({ headers: new Headers(headers), body: Buffer.from(body) });
}
