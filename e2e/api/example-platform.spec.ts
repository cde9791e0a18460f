// Guarantee: the example platform sells a ticket for exactly what was paid, and only by an event that the service signed.
import type { Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { test as base, expect, send } from "../fixtures";
import { startTicketShop, type TicketShop } from "./ticket-shop";

const test = base.extend<object, { shop: TicketShop }>({
  shop: [
    async ({ platform }, use, { project }) => {
      const shop = await startTicketShop(project.use.baseURL ?? "", platform);
      await use(shop);
      await shop.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

// One shop is enough, and only one worker may build the client at a time.
test.describe.configure({ mode: "default", timeout: 60_000 });
test.skip(({ isNext }) => isNext, "the shop does not depend on how the API is served");

/** Orders a ticket and returns what the page asks the buyer for. */
async function orderTicket(page: Page, shop: TicketShop) {
  await page.goto(shop.url);
  await page.getByLabel("Your name").fill("Ada <b>Obi</b>");
  await page.getByRole("button", { name: "Buy a ticket for ₦5,000.00" }).click();
  await expect(page.getByRole("heading", { name: "Pay by transfer" })).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code with these details" })).toBeVisible();
  const [account = "", , , amount = "", narration = ""] = await page
    .getByRole("definition")
    .allTextContents();
  return { account, amount, narration };
}

/** What the payer's bank notifies. */
const transferTo = (account: string, amount: bigint, narration: string) =>
  ({ channel: "bank_transfer", account, amount, narration: `NIP/${narration}/ADA` }) as const;

const expectTicket = async (page: Page) => {
  await expect(page.getByRole("heading", { name: "Your ticket" })).toBeVisible();
  await expect(page.getByText("Admit Ada <b>Obi</b>.")).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code of the ticket" })).toBeVisible();
};

test("a transfer of the price with the reference buys a ticket", async ({ page, shop, bank }) => {
  const { account, amount, narration } = await orderTicket(page, shop);
  expect([account, amount]).toEqual([expect.stringMatching(/^\d{10}$/), "₦5,000.00"]);
  await bank.pay(transferTo(account, 500_000n, narration));
  await expectTicket(page);
  await expect(page.getByRole("status")).toBeHidden();
});

test("a payment that is too small buys no ticket, and the page says what is missing until it is paid", async ({
  page,
  shop,
  bank,
}) => {
  const { account, narration } = await orderTicket(page, shop);
  await bank.pay(transferTo(account, 320_001n, narration));
  await expect(page.getByRole("status")).toHaveText("We received ₦3,200.01. ₦1,799.99 is missing.");
  await expect(page.getByRole("heading", { name: "Pay by transfer" })).toBeVisible();
  await expect(page.getByRole("definition").nth(3)).toHaveText("₦1,799.99");

  await bank.pay(transferTo(account, 200_000n, narration));
  await expectTicket(page);
  await expect(page.getByRole("status")).toHaveText("You paid ₦200.01 too much. We will return it.");
});

test("an event that the service did not sign is refused, and the same one is accepted with its signature", async ({
  page,
  shop,
  platform,
}) => {
  await orderTicket(page, shop);
  const data = { id: "txn_forged", amount: "5000.00", status: "pending" };
  const body = JSON.stringify({ event: "transaction.received", session_id: "ses_forged", data });
  const post = async (secret: string, raw = body) => {
    const at = new Date();
    const headers = {
      "webhook-id": "evt_forged",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign("evt_forged", at, body),
    };
    return (await send(shop.url, { method: "POST", path: "/events", raw, headers })).status;
  };
  expect(await post(`whsec_${Buffer.alloc(24, 7).toString("base64")}`), "another secret").toBe(400);
  expect(await post(platform.signingSecret, body.replace("pending", "successful")), "another body").toBe(400);
  expect(await post(platform.signingSecret)).toBe(204);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Pay by transfer" })).toBeVisible();
});
