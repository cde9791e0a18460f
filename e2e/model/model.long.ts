import { expect, test } from "../fixtures";
import { differencesOfAll } from "../ledger-queries";
import { startAnother } from "../service";
import { expectAgreement } from "./assertions";
import { stageOf } from "./stage";

const MINUTE_MS = 60_000;

test.describe.configure({ timeout: 30 * MINUTE_MS });

const LONG = { sequences: 500, timeLimitMs: 25 * MINUTE_MS };

test("after every step of five hundred random sequences the API shows what the model says", async ({
  baseURL,
  platform,
  receiver,
  request,
}, { repeatEachIndex }) => {
  const stage = await stageOf([baseURL ?? ""], { platform, receiver, request });
  await expectAgreement(stage, { ...LONG, seed: 500 + 1_000 * repeatEachIndex });
});

test("after every step of five hundred random sequences, request by request on two processes, each shows what the model says", async ({
  baseURL,
  platform,
  receiver,
  request,
}, { repeatEachIndex }) => {
  const other = await startAnother();
  try {
    const stage = await stageOf([baseURL ?? "", other.address], { platform, receiver, request });
    await expectAgreement(stage, { ...LONG, seed: 1_000 + 1_000 * repeatEachIndex });
  } finally {
    await other.stop();
  }
});

test("after all of them verify finds no difference", async () => {
  expect(await differencesOfAll()).toEqual([]);
});
