// Guarantee: whatever happens in whatever order, on one process or on two, the API and the exceptions show what a model says (§2.5 to §2.8, §3).
import { test } from "../fixtures";
import { expectAgreement } from "../model/assertions";
import { stageOf } from "../model/stage";
import { startAnother } from "../service";

test("after every step of forty random sequences the API shows what the model says", async ({
  baseURL,
  isNext,
  platform,
  receiver,
  request,
}) => {
  test.setTimeout(300_000);
  const sequences = isNext ? 8 : 40;
  const stage = await stageOf([baseURL ?? ""], { platform, receiver, request });
  await expectAgreement(stage, { sequences, seed: 20_261_120, timeLimitMs: 240_000 });
});

test("after every step of ten random sequences, request by request on two processes, each shows what the model says", async ({
  baseURL,
  isNext,
  platform,
  receiver,
  request,
}) => {
  test.setTimeout(300_000);
  const sequences = isNext ? 4 : 10;
  const other = await startAnother();
  try {
    const stage = await stageOf([baseURL ?? "", other.address], { platform, receiver, request });
    await expectAgreement(stage, { sequences, seed: 20_261_121, timeLimitMs: 240_000 });
  } finally {
    await other.stop();
  }
});
