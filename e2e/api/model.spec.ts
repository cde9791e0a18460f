// Guarantee: after any sequence of operations, on one process or two, the API and the exceptions match a model (§2.5 to §2.8, §3).
import { test } from "../fixtures";
import { expectModelMatches } from "../model/assertions";
import { createTestSystem } from "../model/test-system";
import { startProcess } from "../service";

test("after every step of forty random sequences the API matches the model", async ({
  baseURL,
  isNext,
  platform,
  receiver,
  request,
}) => {
  test.setTimeout(300_000);
  const sequences = isNext ? 8 : 40;
  const system = await createTestSystem([baseURL ?? ""], { platform, receiver, request });
  await expectModelMatches(system, { sequences, seed: 20_261_120, timeLimitMs: 240_000 });
});

test("after every step of ten random sequences, with requests alternating between two processes, each matches the model", async ({
  baseURL,
  isNext,
  platform,
  receiver,
  request,
}) => {
  test.setTimeout(300_000);
  const sequences = isNext ? 4 : 10;
  const other = await startProcess();
  try {
    const system = await createTestSystem([baseURL ?? "", other.address], { platform, receiver, request });
    await expectModelMatches(system, { sequences, seed: 20_261_121, timeLimitMs: 240_000 });
  } finally {
    await other.stop();
  }
});
