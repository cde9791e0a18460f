// Guarantee: whatever is odd about a bank's notification, the amount it names ends as a transaction or an exception.
import { expectConservation } from "../conservation/conserve";
import { test } from "../fixtures";

test("of 3,000 notifications of six banks every amount is a transaction or an exception", async ({
  api,
  bank,
  isNext,
}) => {
  test.setTimeout(180_000);
  await expectConservation({ api, bank }, { count: isNext ? 600 : 3_000, seed: isNext ? 14 : 13 });
});
