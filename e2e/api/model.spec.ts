// Guarantee: whatever happens in whatever order, the API shows what a model of a hundred lines says (§2.5 to §2.8, §3).
import { test } from "../fixtures";
import { expectAgreement } from "../model/agree";

test("after every step of forty random sequences the API shows what the model says", async ({
  api,
  bank,
  receiver,
  isNext,
}) => {
  test.setTimeout(300_000);
  const sequences = isNext ? 8 : 40;
  await expectAgreement({ api, bank, receiver }, { sequences, seed: 20_261_120, timeLimitMs: 240_000 });
});
