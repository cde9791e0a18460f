/** Guarantee: an e-mail address in any case finds a person exactly if attempts with it are counted for that person. */
import { expect, test } from "vitest";
import { systemDb } from "@/lib/db/client";
import { addPerson, findPerson } from "@/lib/people";
import { useTestDatabase } from "@/lib/testing/database";
import { accountLimit } from "./limits";

useTestDatabase();

test.each([
  ["KIM@example.com", true],
  ["\u212aim@example.com", true],
  ["k\u0130m@example.com", false],
  ["k\u0131m@example.com", false],
])("the address %s finds a person exactly if its limit is that person's: %s", async (typed, isFound) => {
  const email = "kim@example.com";
  await addPerson(systemDb(), { email, passwordHash: "" });
  expect(accountLimit(typed).subject === accountLimit(email).subject).toBe(isFound);
  expect((await findPerson(systemDb(), typed)) !== undefined).toBe(isFound);
});
