import { expect, test } from "vitest";
import { newId } from "./ids";
import { COMMAND_LINE, findScope } from "./scope";

test("only the command line acts without an organisation", () => {
  const scope = { organisationId: newId("organisation"), mode: "test" as const };
  expect(findScope(scope)).toBe(scope);
  expect(findScope({ ...COMMAND_LINE, ...scope })).toMatchObject(scope);
  expect(findScope(COMMAND_LINE)).toBeUndefined();
  expect(() => findScope({ origin: "203.0.113.7" })).toThrow("only the command line");
});
