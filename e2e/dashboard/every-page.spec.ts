// Guarantee: every page, in both themes and at every width, is accessible, keeps its policy and contacts no other host.
import { COLOUR_RULES, findViolations } from "./accessibility";
import { findCrowded } from "./crowding";
import { test as base, expect, type SessionData } from "./fixtures";
import { open, recordPageErrors, SCREENS, signInFor } from "./pages";

const WIDTHS = [320, 360, 390, 768, 1024, 1280, 1440, 1920] as const;
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
    expect(await findViolations(page), "light").toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await findViolations(page, COLOUR_RULES), "dark").toEqual([]);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await expect.poll(overflow, { message: `at ${width} px` }).toBeLessThanOrEqual(0);
      // Code in the documentation scrolls inside its own box.
      if (NARROW.includes(width) && !name.startsWith("documentation"))
        await expect.poll(() => findCrowded(page), { message: `at ${width} px` }).toEqual([]);
    }
    expect(misdeeds.errors.filter((text) => !NOT_THERE.test(text))).toEqual([]);
    expect(misdeeds.foreign).toEqual([]);
  });
}
