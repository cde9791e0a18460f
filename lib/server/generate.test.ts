import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { render } from "./generate.mjs";

it("the route table in the repository is the one that the folders of app/v1 make", () => {
  expect(readFileSync("lib/server/routes.generated.ts", "utf8")).toBe(render());
});
