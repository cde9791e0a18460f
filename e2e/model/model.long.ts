import { differencesOfAll } from "../books";
import { expect, test } from "../fixtures";
import { expectAgreement } from "./agree";

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

test("after all of them verify finds no difference", async () => {
  expect(await differencesOfAll()).toEqual([]);
});
