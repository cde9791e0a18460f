import { differencesOfAll } from "../books";
import { expect, test } from "../fixtures";
import { expectAgreement } from "./agree";
import { expectOneRow } from "./duplicates";
import { expectForwardOnly } from "./orders";

const MINUTE_MS = 60_000;

test.describe.configure({ timeout: 30 * MINUTE_MS });

test("after every step of five hundred random sequences the API shows what the model says", async ({
  api,
  bank,
  receiver,
}, { repeatEachIndex }) => {
  const seed = 500 + 1_000 * repeatEachIndex;
  const place = { api, bank, receiver };
  await expectAgreement(place, { sequences: 500, seed, timeLimitMs: 25 * MINUTE_MS });
});

test("ten thousand copies of one notice over a hundred connections are one row", async ({
  api,
  bank,
  receiver,
}) => {
  await expectOneRow({ api, bank, receiver }, 10_000);
});

for (const atOnce of [false, true]) {
  test(`six hundred payments told in every order, ${atOnce ? "all at once" : "one after another"}, end as documented`, async ({
    api,
    bank,
    receiver,
  }) => {
    await expectForwardOnly({ api, bank, receiver }, 600, { atOnce });
  });
}

test("after all of this verify finds no difference", async () => {
  expect(await differencesOfAll()).toEqual([]);
});
