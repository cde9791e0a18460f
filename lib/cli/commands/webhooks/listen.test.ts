import { afterEach, expect, it, vi } from "vitest";
import { takings } from "../../testing/takings";

afterEach(() => vi.unstubAllEnvs());

it("listen without an API key is a wrong use of the command", async () => {
  vi.stubEnv("TAKINGS_API_KEY", "");
  const missing = await takings("listen --forward-to http://127.0.0.1:1/hook");
  expect(missing).toMatchObject({ exitCode: 2, value: { error: { code: "usage" } } });
  expect(missing.value.error.message).toContain("TAKINGS_API_KEY");
});
