// Guarantee: every page and drawer, in both themes and at every width, is accessible; a page keeps its policy and contacts no
// other host.
import type { Page } from "@playwright/test";
import { COLOUR_RULES, findViolations } from "./accessibility";
import { findCrowded } from "./crowding";
import { test as base, expect, expectData, type SessionData } from "./fixtures";
import { open, recordPageErrors, SCREENS, signInFor } from "./pages";

const WIDTHS = [320, 360, 390, 768, 1024, 1280, 1440, 1920] as const;
/**
 * The widths at which accessibility is checked. With `TAKINGS_E2E_EVERY_WIDTH=1` these are all widths of the design, which takes
 * two minutes.
 */
const ACCESSIBLE: readonly number[] = process.env.TAKINGS_E2E_EVERY_WIDTH
  ? [320, 390, 768, 1024, 1440]
  : [1440];
/** The widths at which a layout has the least room. */
const NARROW: readonly number[] = [320, 390, 768, 1024];
/** Next logs this for every page that is answered 404: the address is the one requested. */
const NOT_THERE = /status of 404/;

const test = base.extend<{ busyEvent: SessionData }>({
  /** An event with at least one of each resource. */
  busyEvent: async ({ openEvent, api, pay }, use) => {
    const event = await openEvent({ name: "Afrobeats Night", webhook_url: "http://127.0.0.1:9/none" });
    const axe = { name: "Blessing Udoh", phone: "0802 846 0173" };
    await api.post(`/v1/sessions/${event.session_id}/operators`, axe);
    await pay.transfer(event, { senderName: "AISHA BELLO", narration: "2 regular tickets" });
    await pay.tap(event, { senderName: "EFE IGHODARO", narration: "POS purchase", amount: 750_000n });
    await pay.tap(event, { senderName: "MUSA SALAMI", status: "failed" });
    await use(event);
  },
});

/**
 * Checks the open page at every width: accessible in both themes, no horizontal scrolling, at these widths nothing crowded.
 */
async function expectFits(page: Page, narrow: readonly number[]): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow, { message: `at ${width} px` }).toBeLessThanOrEqual(0);
    if (narrow.includes(width))
      await expect.poll(() => findCrowded(page), { message: `at ${width} px` }).toEqual([]);
    if (!ACCESSIBLE.includes(width)) continue;
    await page.emulateMedia({ colorScheme: "light" });
    expect(await findViolations(page), `light, at ${width} px`).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await findViolations(page, COLOUR_RULES), `dark, at ${width} px`).toEqual([]);
  }
}

for (const screen of SCREENS) {
  const { name, path } = screen;
  // One test for all checks of a page, because opening a page costs more than the checks.
  test(`${name}: accessible in both themes, no error, no request elsewhere, a strict policy, no horizontal scrolling`, async ({
    page,
    baseURL,
    memberOf,
    busyEvent,
  }) => {
    await signInFor(screen, page, memberOf);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    const misdeeds = recordPageErrors(page, baseURL ?? "");
    const answer = await open(page, await path(busyEvent));
    const policy = (await answer?.allHeaders())?.["content-security-policy"] ?? "";
    expect(policy).toMatch(/script-src [^;]*'nonce-/);
    expect(policy.split(";").find((part) => part.includes("script-src "))).not.toContain("unsafe-inline");
    // Code in the documentation scrolls inside its own box.
    await expectFits(page, name.startsWith("documentation") ? [] : NARROW);
    expect(misdeeds.errors.filter((text) => !NOT_THERE.test(text))).toEqual([]);
    expect(misdeeds.foreign).toEqual([]);
  });
}

/** The pages whose list has a drawer for each row, by what the drawer shows. */
const DRAWERS: readonly { name: string; path: string; ofEvent: boolean }[] = [
  { name: "a payment", path: "", ofEvent: true },
  { name: "a terminal", path: "/terminals?view=list", ofEvent: true },
  { name: "an operator", path: "/operators", ofEvent: true },
  { name: "a delivery", path: "/webhooks", ofEvent: true },
  { name: "an exception", path: "/reconciliation", ofEvent: true },
  { name: "a request", path: "/developers/requests", ofEvent: false },
];

test.describe("drawers", () => {
  for (const { name, path, ofEvent } of DRAWERS)
    test(`the drawer of ${name}: accessible in both themes, and fits at every width`, async ({
      organiser,
      busyEvent,
      api,
      bank,
    }) => {
      if (name === "an exception") {
        expectData(await api.patch(`/v1/sessions/${busyEvent.session_id}/close`));
        await bank.transfer(busyEvent);
      }
      await organiser.setViewportSize({ width: 1440, height: 900 });
      await organiser.emulateMedia({ reducedMotion: "reduce" });
      await open(organiser, ofEvent ? `/events/${busyEvent.session_id}${path}` : path);
      await organiser.getByRole("main").getByRole("rowheader").getByRole("button").first().click();
      await expect(organiser.getByRole("dialog").getByRole("heading", { level: 2 })).toBeVisible();
      await expectFits(organiser, NARROW);
    });
});
