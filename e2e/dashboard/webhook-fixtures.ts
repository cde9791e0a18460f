import type { Page } from "@playwright/test";
import { COLOUR_RULES, findViolations } from "./accessibility";
import { test as base, createPlatform, expect, type SessionData } from "./fixtures";

export { expect } from "./fixtures";

/** The page of the organisation-wide endpoints and of all deliveries. */
export const PAGE = "/developers/webhooks";
const WIDTHS = [320, 390, 768, 1440];
/** The account number of a payer. */
export const ACCOUNT = "0212344471";

/** Adds an endpoint for these types of events, by default `transaction.received`. Returns its id. */
type AddEndpoint = (url: string, types?: string[]) => Promise<string>;

/** Adds to the dashboard's fixtures an organisation of the calling file alone, and `addEndpoint`. */
export const test = base.extend<{ addEndpoint: AddEndpoint }, object>({
  // An organisation of this file alone: its endpoints receive the events of all its sessions.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  platform: [async ({}, use) => use(await createPlatform()), { scope: "worker" }],
  /** Adds an endpoint through the API until the end of the test. Returns its id. */
  addEndpoint: async ({ pageOf }, use) => {
    const { request } = await pageOf("owner");
    const ids: string[] = [];
    await use(async (url, types = ["transaction.received"]) => {
      const added = await request.post("/api/dashboard/webhook-endpoints", {
        data: { url, event_types: types, headers: { "X-Team": "tickets" } },
      });
      expect(added.status()).toBe(201);
      const { id } = (await added.json()).data;
      ids.push(id);
      return id;
    });
    for (const id of ids) await request.post(`/api/dashboard/webhook-endpoints/${id}/remove`);
  },
});

/** The table of deliveries. */
export const deliveriesOf = (page: Page) => page.getByRole("table", { name: "Deliveries" });
/** The webhooks page of a session. */
export const urlOf = (session: SessionData) => `/events/${session.session_id}/webhooks`;

/** Checks what is open: accessible in both themes, and without horizontal scrolling. */
export async function expectSound(page: Page) {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const rules = colorScheme === "dark" ? COLOUR_RULES : undefined;
    expect(await findViolations(page, rules), colorScheme).toEqual([]);
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow, { message: `at ${width} px` }).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
