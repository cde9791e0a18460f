// Guarantee: a new user has the first verified event within five minutes from the clone.
import { expect, test } from "@playwright/test";
import { readQuickStart } from "./commands";
import { play } from "./play";

const LIMIT_SECONDS = 300;

test("the commands of the quick start lead to the first verified event within five minutes", async () => {
  test.setTimeout(900_000);
  expect(await play(readQuickStart(), 600_000)).toBeLessThanOrEqual(LIMIT_SECONDS);
});
