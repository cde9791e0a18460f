// Guarantee: however often a bank tells of a payment, and in whatever order, it is recorded once and goes forward only (§3).
import { test } from "../fixtures";
import { expectOneRow } from "../model/duplicates";
import { expectForwardOnly } from "../model/orders";

test("ten thousand copies of one notice over a hundred connections are one row", async ({
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
  test(`six hundred payments told in every order of pending, successful and failed, ${how}, end as documented`, async ({
    api,
    bank,
    receiver,
    isNext,
  }) => {
    test.setTimeout(180_000);
    await expectForwardOnly({ api, bank, receiver }, isNext ? 120 : 600, { atOnce });
  });
}
