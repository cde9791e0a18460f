import type { BrowserContext, Page } from "@playwright/test";
import { startPaystackEmulator } from "@/lib/bank/testing/emulators/paystack";
import { takingsOf } from "../command-line";
import { createApi, expectData, type SessionData, sessionBody } from "../fixtures";
import { createDeployment } from "../service";
import { test as base, expect } from "./fixtures";

/** The https address of the deployment, which is served from its process. */
export const ADDRESS = "https://takings.example";
const SECRET = "sk_live_organiser-0001";

/** A live deployment with an emulated bank, and an organisation that has a connection to it. */
interface LiveDeployment {
  bank: Awaited<ReturnType<typeof startPaystackEmulator>>;
  /** Creates a live event without an account. */
  openEvent: (name: string) => Promise<SessionData>;
  /** Opens a signed-in page of a member with this role. */
  pageOf: (role: "owner" | "finance" | "operations") => Promise<Page>;
}

/**
 * Serves the deployment's https address, which live mode requires, from its process. A stream never ends, so it is not
 * served: the page then says that it is not live.
 */
async function serveAddress(context: BrowserContext, address: string): Promise<void> {
  await context.route(`${ADDRESS}/**`, async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/live/")) return route.abort();
    const { host: _, connection: __, ...headers } = await request.allHeaders();
    const sent = Object.entries(headers).filter(([name]) => !name.startsWith(":"));
    const answer = await fetch(address + pathname + search, {
      method: request.method(),
      headers: { ...Object.fromEntries(sent), "accept-encoding": "identity" },
      body: request.postData(),
      redirect: "manual",
    });
    const received = Object.fromEntries(answer.headers);
    const cookies = answer.headers.getSetCookie().join("\n");
    await route.fulfill({
      status: answer.status,
      headers: { ...received, ...(cookies && { "set-cookie": cookies }) },
      body: Buffer.from(await answer.arrayBuffer()),
    });
  });
}

/** Signs a page in by the requests of the form; the form's own redirect cannot be served by an intercepted request. */
async function signInAt(page: Page, login: { email: string; password: string }) {
  await page.goto(`${ADDRESS}/login`);
  const status = await page.evaluate(async (given) => {
    const { csrfToken } = await (await fetch("/api/auth/csrf")).json();
    const body = new URLSearchParams({ csrfToken, json: "true", ...given });
    return (await fetch("/api/auth/callback/credentials", { method: "POST", body })).status;
  }, login);
  expect(status).toBe(200);
}

export const test = base.extend<{ live: LiveDeployment }>({
  live: async ({ browser }, use) => {
    const bank = await startPaystackEmulator({ secret: SECRET });
    const settings = {
      ...{ BANK_MODE: "live", BANK_PROVIDERS: "moniepoint", MONIEPOINT_WEBHOOK_SECRET: "secret-0001" },
      ...{ AUTH_URL: ADDRESS, TRUST_PROXY: "none", PAYSTACK_BASE_URL: bank.baseUrl },
    };
    const deployment = createDeployment(settings);
    const service = await deployment.start();
    const contexts: BrowserContext[] = [];
    const run = <D>(...args: string[]) =>
      takingsOf<D>({ ...settings, DATA_DIR: deployment.dataDir }, ...args, "--organisation", "Palm Wine");
    const { api_key: key } = await run<{ api_key: string }>("keys", "issue", "--mode", "live");
    const api = createApi(service.address, key);
    await use({
      bank,
      openEvent: async (name) => {
        const body = sessionBody({
          name,
          external_event_id: name,
          collection: { account: false, pos: false },
        });
        return expectData<SessionData>(await api.post("/v1/sessions", body), 201);
      },
      pageOf: async (role) => {
        const email = `${role}@palm.example`;
        const added = await run<{ password: string }>(
          ...["members", "add", "--email", email, "--name", "Adaeze Nwosu", "--role", role],
        );
        const context = await browser.newContext();
        contexts.push(context);
        await serveAddress(context, service.address);
        const page = await context.newPage();
        await signInAt(page, { email, password: added.password });
        return page;
      },
    });
    for (const context of contexts) await context.close();
    await service.stop();
    deployment.remove();
    await bank.close();
  },
});

/** Sends a change from the page, as its own scripts do. */
export const send = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([to, sent]) => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(to ?? "", { method: "POST", headers, body: sent ?? "" });
      return { status: answer.status, json: await answer.json() };
    },
    [path, JSON.stringify(body)],
  );

/** Adds a connection to the emulated bank. Returns its id. */
export async function connect(owner: Page): Promise<string> {
  const { status, json } = await send(owner, "/api/dashboard/bank-connections", {
    provider: "paystack",
    credentials: {
      PAYSTACK_SECRET_KEY: SECRET,
      PAYSTACK_PREFERRED_BANK: "wema-bank",
      PAYSTACK_CUSTOMER_EMAIL: "money@palm.example",
      PAYSTACK_CUSTOMER_PHONE: "+2348011111111",
    },
  });
  expect(status, JSON.stringify(json)).toBe(201);
  return json.data.id;
}
