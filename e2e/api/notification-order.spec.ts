// Guarantee: however often and in whatever order a bank reports a payment, it is recorded once and its status moves forward only (§3).
import { test } from "../fixtures";
import { expectOneRow } from "../model/notifications/duplicates";
import { expectForwardOnlyStatuses } from "../model/notifications/status-orders";

test("ten thousand copies of one notification over a hundred connections are one row", async ({
  api,
  bank,
  receiver,
  isNext,
}) => {
  test.setTimeout(180_000);
  await expectOneRow({ api, bank, receiver }, isNext ? 500 : 10_000);
});

for (const [how, atOnce] of [
  ["one after another", false],
  ["all at once", true],
] as const) {
  test(`six hundred payments reported in every order of pending, successful and failed, ${how}, end as documented`, async ({
    api,
    bank,
    receiver,
    isNext,
  }) => {
    test.setTimeout(180_000);
    await expectForwardOnlyStatuses({ api, bank, receiver }, isNext ? 120 : 600, { atOnce });
  });
}
