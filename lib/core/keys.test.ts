import { expect, test } from "vitest";
import { toKeyOf } from "./keys";

const NAMES = { open: "Open", closed: "Closed" };

test("a text is a key only if the object has it itself", () => {
  expect(toKeyOf(NAMES, "open")).toBe("open");
  for (const text of [undefined, "", "Open", "toString", "constructor", "__proto__"])
    expect(toKeyOf(NAMES, text)).toBeUndefined();
});
