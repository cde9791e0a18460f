import { afterEach, expect, it, vi } from "vitest";
import { takings } from "../testing/takings";

afterEach(() => vi.unstubAllEnvs());

it("mcp needs an API key in the environment and takes none, and no password, on the command line", async () => {
  vi.stubEnv("TAKINGS_API_KEY", "");
  const missing = await takings("mcp");
  expect(missing).toMatchObject({ exitCode: 2, value: { error: { code: "usage" } } });
  expect(missing.value.error.message).toContain("TAKINGS_API_KEY is required");
  const given = await takings("mcp --api-key tk_test_1");
  expect(given).toMatchObject({ exitCode: 2, value: { error: { code: "usage" } } });
  const address = await takings("mcp --url http://ada:secret@127.0.0.1:1");
  expect(address.exitCode).toBe(2);
  expect(address.value.error.message).toContain("--url must be an address without a user");
});
