// Guarantee: the amount of every notification, however malformed, ends as a transaction or an exception.
import { expectAmountsConserved } from "../conservation/conserve";
import { test } from "../fixtures";

test("of 3,000 notifications of six banks every amount is a transaction or an exception", async ({
  api,
  bank,
  isNext,
}) => {
  test.setTimeout(180_000);
  await expectAmountsConserved({ api, bank }, { count: isNext ? 600 : 3_000, seed: isNext ? 14 : 13 });
});
