/** Guarantee: the client's types and operations are those of the OpenAPI document. */
import { expect, test } from "vitest";
import { generateApi } from "./testing/generate";

test("api.generated.ts is what the OpenAPI document gives", async () => {
  await expect(await generateApi()).toMatchFileSnapshot("api.generated.ts");
});
