// Guarantee: a live event's poster has its number, legible without colour, on one sheet, and its link shows it to strangers.
import type { Page } from "@playwright/test";
import { toQr } from "@/lib/core/format/qr-code";
import { expect } from "./fixtures";
import { ADDRESS, connect, send, test } from "./live-deployment";

/** The number of pages of a PDF. */
const countPages = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length;

/** The colours of the poster that would be hard to read in black and white: of texts too light, of backgrounds not white. */
const findColours = (page: Page) =>
  page.getByRole("article", { name: "Poster" }).evaluate((poster) => {
    const lightnessOf = (colour: string) => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
      return alpha === 0 ? 255 : 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    return [...poster.getElementsByTagName("*")].flatMap((element) => {
      const { color, backgroundColor } = getComputedStyle(element);
      return lightnessOf(color) > 90 || lightnessOf(backgroundColor) < 254
        ? [`${element.className} ${color} ${backgroundColor}`]
        : [];
    });
  });

test("it shows number, bank, the name payers see and the link's QR code, and ends with the event", async ({
  live: { bank, openEvent, pageOf },
}) => {
  test.setTimeout(180_000);
  const owner = await pageOf("owner");
  const connectionId = await connect(owner);
  const name = `Palm Wine Night ${"and a very long name of an event ".repeat(6)}`.slice(0, 199);
  const event = await openEvent(name);
  const { number } = bank.openAccount("Palm", "Wine");
  const grouped = number.replace(/^(\d{4})(\d{3})/, "$1 $2 ");
  const base = `/api/dashboard/sessions/${event.session_id}`;
  const account = { connection_id: connectionId, account_number: number };
  expect((await send(owner, `${base}/account`, account)).status).toBe(201);
  const { url } = (await send(owner, `${base}/payment-page`, {})).json.data;
  await owner.emulateMedia({ colorScheme: "dark" });
  for (const form of ["a4", "phone"]) {
    await owner.emulateMedia({ media: "screen" });
    await owner.goto(`${ADDRESS}/events/${event.session_id}/print/poster?form=${form}`);
    const poster = owner.getByRole("article", { name: "Poster" });
    await expect(poster).toContainText(grouped);
    await expect(poster).toContainText("Wema Bank");
    await expect(poster).toContainText(/palm.*wine/i);
    expect(await poster.getByRole("img", { name: "QR code of the payment page" }).innerHTML()).toContain(
      toQr(url).path,
    );
    expect(await poster.evaluate((sheet) => getComputedStyle(sheet, "::after").content)).toBe("none");
    await owner.emulateMedia({ media: "print" });
    expect(await findColours(owner)).toEqual([]);
    expect(countPages(await owner.pdf({ preferCSSPageSize: true }))).toBe(1);
    const shown = await poster.boundingBox();
    const line = await poster.getByText(grouped).boundingBox();
    const last = await poster.getByText("Check that your bank shows the name above").boundingBox();
    expect(line && shown && line.width <= shown.width).toBe(true);
    expect(last && shown && last.y + last.height <= shown.y + shown.height).toBe(true);
  }
  const read = async () => {
    const path = new URL(url).pathname;
    return owner.evaluate(async (to) => (await fetch(to, { credentials: "omit" })).text(), path);
  };
  expect(await read()).toContain(grouped);
  const closed = await owner.evaluate(
    async (to) => (await fetch(to, { method: "PATCH" })).status,
    `${base}/close`,
  );
  expect(closed).toBe(200);
  const after = await read();
  expect(after).toContain("This event is closed");
  expect(after).not.toContain(number);
  expect(after).not.toContain(grouped);
});
