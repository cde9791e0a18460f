// Guarantee: ordinary and long texts fit beside each other: in the payment list, its drawer and the exceptions.
import type { Locator } from "@playwright/test";
import { expect, expectData, test } from "./fixtures";

const LONG = "Supercalifragilisticexpialidociousowambefestivaloflagosisland";
const ARABIC = "مهرجان لاغوس للموسيقى العربية والأفريقية الكبير على الشاطئ";

/** Whether an element's text is wider than its box. */
const isCut = (element: Locator) => element.evaluate((one) => one.scrollWidth > one.clientWidth);

/** The vertical middle of an element's text. */
const middleOf = (element: Locator) =>
  element.evaluate((one) => {
    const range = document.createRange();
    range.selectNodeContents(one.lastChild ?? one);
    const { top, bottom } = range.getBoundingClientRect();
    return (top + bottom) / 2;
  });

test.beforeEach(({ organiser }) => organiser.setViewportSize({ width: 1440, height: 900 }));

test("the payment list shows ordinary narrations and payers, and amounts up to a trillion naira, whole, on one line and in one column", async ({
  organiser,
  event,
  pay,
}) => {
  await pay.transfer(event, { senderName: "OLUWASEUN OGUNLEYE", narration: "2 regular tickets" });
  await pay.transfer(event, { senderName: "AISHA BELLO", amount: 99_999_999_999n });
  await pay.transfer(event, { senderName: "AISHA BELLO", amount: 99_999_999_999_999n });
  await organiser.goto(`/events/${event.session_id}`);
  const row = organiser.getByRole("row", { name: /Oluwaseun Ogunleye/ });
  expect(await isCut(row.getByRole("cell", { name: "2 regular tickets" }))).toBe(false);
  expect(await isCut(row.getByRole("button", { name: "Oluwaseun Ogunleye" }))).toBe(false);
  const payer = await middleOf(row.getByRole("button", { name: "Oluwaseun Ogunleye" }));
  for (const text of ["Transfer", "Successful"])
    expect(Math.abs((await middleOf(row.getByText(text, { exact: true }))) - payer), text).toBeLessThan(0.6);
  const rightOf = async (amount: string) => {
    const box = await organiser.getByRole("table").getByText(amount, { exact: true }).boundingBox();
    return Math.round((box?.x ?? 0) + (box?.width ?? 0));
  };
  const right = await rightOf("₦12,500.50");
  for (const amount of ["₦999,999,999.99", "₦999,999,999,999.99"])
    expect(await rightOf(amount), amount).toBe(right);
});

test("a long payer and narration stay inside the payment's drawer", async ({ organiser, event, pay }) => {
  await pay.transfer(event, { senderName: LONG, narration: LONG + LONG });
  await organiser.goto(`/events/${event.session_id}`);
  await organiser.getByRole("rowheader").getByRole("button").first().click();
  const drawer = organiser.getByRole("dialog");
  await expect(drawer.getByText("Narration")).toBeVisible();
  for (const text of await drawer.getByText(LONG).all()) {
    const box = await text.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1440 - 16);
  }
});

test("a long name in a right-to-left script is cut at its end", async ({ organiser, event, pay }) => {
  await pay.transfer(event, { senderName: ARABIC.repeat(2) });
  await organiser.goto(`/events/${event.session_id}`);
  const name = organiser.getByRole("rowheader").getByRole("button").first();
  expect(await isCut(name)).toBe(true);
  expect(await name.evaluate((one) => getComputedStyle(one).direction)).toBe("rtl");
});

test("the exceptions beside a drawer are not cut at the right", async ({ organiser, event, bank, api }) => {
  expectData(await api.patch(`/v1/sessions/${event.session_id}/close`));
  await bank.transfer(event, { senderName: LONG, amount: 99_999_999_999n });
  await organiser.goto(`/events/${event.session_id}/reconciliation`);
  await organiser
    .getByRole("rowheader", { name: /Paid after close/ })
    .getByRole("button")
    .click();
  await expect(organiser.getByRole("dialog")).toBeVisible();
  const table = organiser.getByRole("table", { name: "Exceptions" });
  const surplus = table.evaluate((one) => one.clientWidth - (one.parentElement?.clientWidth ?? 0));
  expect(await surplus).toBeLessThanOrEqual(0);
});
