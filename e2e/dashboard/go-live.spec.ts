// Guarantee: the go-live checklist shows what is left to do at a live connection, and ends with a recognised payment.
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { getProvider } from "@/lib/bank";
import type { EmulatedPayment } from "@/lib/bank/testing/emulators/ledger";
import { startPaystackEmulator } from "@/lib/bank/testing/emulators/paystack";
import { takingsOf } from "../command-line";
import { createApi, expect, expectData, type SessionData, send, sessionBody, test } from "../fixtures";
import { createDeployment, type ServiceProcess } from "../service";
import { findViolations } from "./accessibility";
import { signIn } from "./sign-in";

const SECRET = "sk_live_emulated_0123456789";
const ORGANISATION = ["--organisation", "Palm Wine Nights"];
const CREDENTIALS = {
  PAYSTACK_SECRET_KEY: SECRET,
  PAYSTACK_PREFERRED_BANK: "wema-bank",
  PAYSTACK_CUSTOMER_EMAIL: "money@host.example",
  PAYSTACK_CUSTOMER_PHONE: "+2348000000000",
};

/** The notification that Paystack signs for a payment. */
function compose({ key: paymentKey, amount, account, senderName, narration, paidAt }: EmulatedPayment) {
  return getProvider("paystack").compose(
    {
      ...{ paymentKey, amount, account, senderName, narration, paidAt },
      ...{ channel: "bank_transfer", status: "successful", device: "", bankRef: paymentKey },
      ...{ senderAccount: "0123456789", senderBank: "058" },
    },
    SECRET,
  );
}

interface LiveDeployment {
  paystack: Awaited<ReturnType<typeof startPaystackEmulator>>;
  service: ServiceProcess;
  /** Runs a command of the deployment's operator. */
  operate: <D>(...args: string[]) => Promise<D>;
  /** A file with the credentials of an organisation's connection. */
  credentialsFile: string;
}

/** A deployment in live mode whose bank is an emulator. */
const liveTest = test.extend<{ live: LiveDeployment; phone: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern.
  live: async ({}, use) => {
    const paystack = await startPaystackEmulator({ secret: SECRET });
    const settings = {
      ...{ BANK_MODE: "live", BANK_PROVIDERS: "paystack", TRUST_PROXY: "none", ...CREDENTIALS },
      // Any address of this machine: the test changes nothing through pages.
      ...{ AUTH_URL: "http://127.0.0.1:1", PAYSTACK_BASE_URL: paystack.baseUrl },
    };
    const deployment = createDeployment(settings);
    const service = await deployment.start();
    const credentialsFile = path.join(deployment.dataDir, "own.env");
    const lines = Object.entries(CREDENTIALS).map(([name, value]) => `${name}=${value}`);
    writeFileSync(credentialsFile, lines.join("\n"));
    const command = { ...settings, DATA_DIR: deployment.dataDir };
    await use({ paystack, service, operate: (...args) => takingsOf(command, ...args), credentialsFile });
    await service.stop();
    rmSync(credentialsFile);
    deployment.remove();
    await paystack.close();
  },
  phone: async ({ live, browser }, use) => {
    const context = await browser.newContext({
      ...{ baseURL: live.service.address, colorScheme: "dark", viewport: { width: 320, height: 900 } },
    });
    await use(await context.newPage());
    await context.close();
  },
});

liveTest(
  "a new connection's checklist is completed by an event and a payment of ₦100, on an open page",
  async ({ live: { operate, service, paystack, credentialsFile }, phone }) => {
    liveTest.setTimeout(240_000);
    const { api_key: apiKey } = await operate<{ api_key: string }>(
      ...["keys", "issue", ...ORGANISATION, "--mode", "live", "--without-deployment-account"],
    );
    const { webhook_url: webhookUrl } = await operate<{ webhook_url: string }>(
      ...["connections", "add", ...ORGANISATION, "--provider", "paystack", "--file", credentialsFile],
    );
    const owner = await operate<{ email: string; password: string }>(
      ...["members", "add", ...ORGANISATION, "--email", "owner@host.example", "--name", "Ada Obi"],
      ...["--role", "owner"],
    );
    await signIn(phone.context(), { ...owner, memberId: "", name: "Ada Obi", role: "owner" });
    await phone.goto("/settings/collection");
    const card = phone.getByRole("region", { name: "Bank connections" });
    const checklist = card.getByRole("list", { name: /Go-live checklist of Paystack/ });
    const item = (title: string) => checklist.getByRole("listitem").filter({ hasText: title });
    await expect(card.getByText("· 3 of 6 done")).toBeVisible({ timeout: 30_000 });
    await expect(item("The credentials are accepted")).toContainText("Done: ");
    await expect(item("Notifications from the bank arrive")).toContainText(/To do: .*Paystack's dashboard/s);
    await expect(item("A payment of ₦100 is recognised")).toContainText("To do: ");
    expect(await findViolations(phone)).toEqual([]);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

    const api = createApi(service.address, apiKey);
    const session = expectData<SessionData>(await api.post("/v1/sessions", sessionBody()), 201);
    const payment = paystack.ledger.pay(session.collection_account?.account_number ?? "", 10_000n);
    const { headers, body: raw } = compose(payment);
    const posted = await send(service.address, {
      ...{ method: "POST", path: new URL(webhookUrl).pathname, headers, raw },
    });
    expect(posted.status).toBe(200);

    await expect(card.getByText("· 6 of 6 done")).toBeVisible({ timeout: 30_000 });
    await expect(item("A payment of ₦100 is recognised")).toContainText(/Done: .*₦100\.00, /s);
    await expect(phone.getByRole("status").filter({ hasText: "6 of 6 done" })).toBeAttached();
    await card.getByText("Go-live checklist").focus();
    await phone.keyboard.press("Enter");
    await expect(checklist).toBeHidden();
  },
);
