import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { render } from "./generate.mjs";

it("the committed route table matches the folders of app/v1", () => {
  expect(readFileSync("lib/server/routes.generated.ts", "utf8")).toBe(render());
});
