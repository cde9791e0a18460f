// Guarantee: the screens work by keyboard alone, and at twice the text size.
import type { Page } from "@playwright/test";
import { findViolations } from "./accessibility";
import { findCrowded } from "./crowding";
import { expect, test } from "./fixtures";
import { expectLive, open } from "./pages";

/** The enabled controls in page order, each of which is one stop of the Tab key. */
function stopsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const named = (element: Element) =>
      element.getAttribute("aria-label") ||
      element.textContent?.trim() ||
      element.getAttribute("name") ||
      element.tagName;
    const isHtml = (element: Element) => element instanceof HTMLElement;
    const all = [...document.body.getElementsByTagName("*")];
    const usable = all.filter(isHtml).filter((element) => {
      const disabled = "disabled" in element && element.disabled === true;
      // Only the selected radio button of a group is a tab stop; the arrow keys move to the others.
      const isOther = element instanceof HTMLInputElement && element.type === "radio" && !element.checked;
      return (
        element.tabIndex >= 0 &&
        !disabled &&
        !isOther &&
        element.checkVisibility({ visibilityProperty: true })
      );
    });
    return usable.map(named);
  });
}

/** The focused element, and whether its focus ring is visible. */
function focused(page: Page): Promise<{ name: string; ring: boolean } | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return undefined;
    const isRinged = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration) =>
      outlineStyle !== "none" && outlineWidth !== "0px";
    // The focus ring can be drawn around a parent: a field's box, a row, or the label of a choice.
    const around = [element, element.parentElement, element.closest("tr, li, label")];
    const drawn = [...around, element.nextElementSibling].filter((one) => one !== null);
    const ring = drawn.some((one) =>
      [undefined, "::before", "::after"].some((part) => isRinged(getComputedStyle(one, part))),
    );
    const name =
      element.getAttribute("aria-label") ||
      element.textContent?.trim() ||
      element.getAttribute("name") ||
      element.tagName;
    return { name, ring };
  });
}

for (const [name, rest] of [
  // Found by its id, because parallel tests add and remove events.
  ["events", "?q=$"],
  ["live", "/$"],
  ["terminals", "/$/terminals?view=grid"],
  ["operators", "/$/operators"],
  ["reconciliation", "/$/reconciliation"],
  ["settlement", "/$/settlement"],
  ["webhooks", "/$/webhooks"],
] as const) {
  test(`every control of ${name} is reached by the Tab key with a visible focus`, async ({
    organiser,
    event,
    pay,
  }) => {
    await pay.transfer(event);
    await open(organiser, `/events${rest.replace("$", event.session_id)}`);
    const wanted = new Set(await stopsOf(organiser));
    const reached = new Set<string>();
    const unseen = new Set<string>();
    for (let step = 0; step < wanted.size * 2 + 10; step++) {
      await organiser.keyboard.press("Tab");
      const stop = await focused(organiser);
      if (!stop) continue;
      reached.add(stop.name);
      if (!stop.ring) unseen.add(stop.name);
    }
    expect([...wanted].filter((stop) => !reached.has(stop))).toEqual([]);
    expect([...unseen]).toEqual([]);
  });
}

test("the live page does not scroll horizontally at 200 % zoom and at 320 px", async ({
  organiser,
  event,
  pay,
}) => {
  await pay.transfer(event, { amount: 9_999_999_999n });
  await organiser.setViewportSize({ width: 720, height: 450 });
  await open(organiser, `/events/${event.session_id}`);
  const overflow = () => organiser.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
  await organiser.setViewportSize({ width: 320, height: 640 });
  await expect.poll(overflow).toBeLessThanOrEqual(0);
});

test("drawers fit on a small phone, and a tablet in landscape shows six payments", async ({
  organiser,
  openEvent,
  pay,
  receiver,
}) => {
  const event = await openEvent({ webhook_url: receiver.url });
  for (let count = 0; count < 7; count++)
    await pay.tap(event, {
      senderName: "OLUWASEUN OGUNLEYE-ADEBAYO",
      status: count === 0 ? "failed" : "successful",
    });
  await organiser.setViewportSize({ width: 1024, height: 768 });
  await open(organiser, `/events/${event.session_id}`);
  await expect(organiser.getByRole("row").nth(6)).toBeInViewport({ ratio: 1 });
  await organiser.setViewportSize({ width: 320, height: 700 });
  for (const rest of [
    "",
    "/webhooks",
    `/terminals?view=list&terminal=${event.pos_terminals[0]?.terminal_id}`,
  ]) {
    await open(organiser, `/events/${event.session_id}${rest}`);
    if (!rest.includes("terminal="))
      await organiser
        .getByRole("button", { name: /Oluwaseun/ })
        .first()
        .click();
    const drawer = organiser.getByRole("dialog");
    if (rest === "/webhooks") await expect(drawer.getByText("Delivered, first attempt")).toBeVisible();
    await expect(drawer.getByRole("heading", { level: 2 })).toBeVisible();
    await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(320);
    await expect.poll(() => findCrowded(organiser), { message: rest }).toEqual([]);
  }
  const name = organiser
    .getByRole("dialog")
    .getByRole("link", { name: "Oluwaseun Ogunleye-Adebayo" })
    .first();
  const cut = await name.evaluate(
    (link) => (link.parentElement?.scrollWidth ?? 0) - (link.parentElement?.clientWidth ?? 0),
  );
  expect(cut, "a name in a drawer's table is complete").toBeLessThanOrEqual(0);
});

test("the focus returns to where it came from: dialogs, the command menu, search, and after the close", async ({
  organiser,
  event,
  pay,
}) => {
  await pay.tap(event);
  await open(organiser, `/events/${event.session_id}`);
  await expectLive(organiser);
  const { keyboard } = organiser;
  const search = organiser.getByRole("searchbox", { name: /^Find payments/ });
  const closing = organiser.getByRole("button", { name: "Close event" });
  await closing.press("Enter");
  const keep = organiser.getByRole("alertdialog").getByRole("button", { name: "Keep it open" });
  await expect(keep).toBeFocused();
  expect(await findViolations(organiser)).toEqual([]);
  await keep.press("Enter");
  await expect(closing).toBeFocused();
  await keyboard.press("Control+k");
  await expect(organiser.getByRole("combobox", { name: "Search or run a command" })).toBeFocused();
  await keyboard.press("Escape");
  await expect(closing).toBeFocused();
  await keyboard.press("/");
  await expect(search).toBeFocused();
  await keyboard.type("x");
  await keyboard.press("Escape");
  await expect(closing).toBeFocused();
  await expect(search).toHaveValue("");
  await keyboard.press("j");
  await expect(organiser.getByRole("row").getByRole("button").first()).toBeFocused();
  // Longer than the delay of a tooltip.
  const pressedAt = await organiser.evaluate(() => performance.now());
  await organiser.waitForFunction((at) => performance.now() - at > 400, pressedAt);
  await expect(organiser.getByRole("tooltip")).toHaveCount(0);
  await closing.press("Enter");
  const dialog = organiser.getByRole("alertdialog");
  await dialog.getByRole("textbox").fill(event.name ?? "");
  const confirm = dialog.getByRole("button", { name: "Close event" });
  await expect(confirm).toBeEnabled();
  await confirm.press("Enter");
  await expect(closing).toHaveCount(0);
  await expect.poll(() => organiser.evaluate(() => document.activeElement?.id)).toBe("main");
  await keyboard.press("g");
  await keyboard.press("r");
  await expect(organiser).toHaveURL(/reconciliation$/);
});
