// Guarantee: what is typed into the search of the payments is searched, and the found payments stay up to date, while payments arrive.
import type { Route } from "@playwright/test";
import { expect, test } from "./fixtures";
import { expectLive, open } from "./pages";

test("a search starts although payments arrive in less time than it waits", async ({
  organiser,
  event,
  pay,
}) => {
  await pay.transfer(event, { senderName: "CHINEDU OKONKWO" });
  await open(organiser, `/events/${event.session_id}`);
  await expectLive(organiser);
  const field = organiser.getByRole("searchbox", { name: "Find payments" });
  await field.focus();
  await organiser.clock.install();
  await organiser.clock.pauseAt(Date.now() + 60_000);
  await organiser.keyboard.type("okonk");
  for (let count = 2, passedMs = 0; passedMs < 200; count++) {
    await pay.transfer(event, { senderName: "AISHA BELLO" });
    await expect(async () => {
      await organiser.clock.runFor(10);
      passedMs += 10;
      await expect(organiser.getByText(`${count} payments · average`)).toBeVisible({ timeout: 50 });
    }).toPass();
  }
  await expect(organiser).toHaveURL(/[?&]q=okonk/);
  await expect(field).toHaveValue("okonk");
});

test("a slow answer to a search is not cancelled by newer payments, and is followed by a newer one", async ({
  organiser,
  event,
  pay,
}) => {
  const payer = { senderName: "CHINEDU OKONKWO" };
  await pay.transfer(event, payer);
  await organiser.clock.install();
  await open(organiser, `/events/${event.session_id}`);
  await expectLive(organiser);
  await organiser.getByRole("searchbox", { name: "Find payments" }).fill("okonk");
  const panel = organiser.getByRole("region", { name: "Payments" });
  await expect(panel).toContainText("1 of 1");
  let held: Route[] | undefined = [];
  await organiser.route(/\/payments\?q=/, (route) => (held ? void held.push(route) : route.continue()));
  for (let count = 2; count <= 5; count++) {
    await pay.transfer(event, payer);
    await expect(organiser.getByText(`${count} payments · average`)).toBeVisible();
    await organiser.clock.fastForward(2_000);
    await expect.poll(() => held?.length).toBe(1);
  }
  const [slow] = held;
  held = undefined;
  await slow?.continue();
  await expect(panel).toContainText("5 of 5");
  await pay.transfer(event, payer);
  await expect(panel).toContainText("6 of 6");
});
