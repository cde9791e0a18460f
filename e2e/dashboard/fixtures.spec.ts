// Guarantee: the fixtures of the dashboard tests are real: members sign in by password, payments come from bank notifications.
import { expect, expectData, test } from "./fixtures";

test("an owner's page is signed in, and a page without a sign-in is not", async ({
  organiser,
  browser,
  baseURL,
}) => {
  await organiser.goto("/login");
  await expect(organiser).toHaveURL(/\/events$/);
  const stranger = await browser.newContext({ baseURL });
  const page = await stranger.newPage();
  await page.goto("/events");
  await expect(page).toHaveURL(/\/login\b/);
  await stranger.close();
});

test("members of other roles have their own browsers", async ({ pageOf, event }) => {
  const answers = await Promise.all(
    (["viewer", "gate_lead"] as const).map(async (role) => {
      const page = await pageOf(role);
      return page.request.get(`/api/dashboard/sessions/${event.session_id}`);
    }),
  );
  expect(answers.map((answer) => answer.status())).toEqual([200, 200]);
});

test("a payment that a bank reports is in the event", async ({ event, pay, api }) => {
  await pay.transfer(event, { amount: 1_500_000n });
  await pay.tap(event, { amount: 250_000n });
  const sums = expectData(await api.get(`/v1/reconciliation/${event.session_id}`));
  expect(sums).toMatchObject({ successful_count: 2, total_inflow: "17500.00" });
});
