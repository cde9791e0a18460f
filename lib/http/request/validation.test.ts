/** Guarantee: every message about an invalid input is one sentence about its member or parameter. */
import { expect, test } from "vitest";
import { z } from "zod";
import { parseInput } from "./validation";

test.each([
  [z.enum(["awaiting", "paid"]), "must be one of awaiting, paid."],
  [z.literal("NGN"), "must be NGN."],
  [z.enum(["paid"], "must be paid"), "must be paid."],
  [z.int(), "must be a number."],
])("a value that is not one of the allowed ones, %#", (schema, message) => {
  const faultsOf = (source: "body" | "query") => {
    try {
      return parseInput(z.object({ status: schema }), { status: "foo" }, source);
    } catch (thrown) {
      return thrown;
    }
  };
  expect(faultsOf("body")).toMatchObject({ faults: [{ pointer: "/status", detail: `status ${message}` }] });
  expect(faultsOf("query")).toMatchObject({ detail: `The query parameter status ${message}` });
});
