import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { newApiKey } from "@/lib/security/api-key";
import { findApiCaller } from "../index";

beforeAll(() => void vi.stubEnv("DATABASE_URL", "postgres://nobody@127.0.0.1:9/none"));
afterAll(() => void vi.unstubAllEnvs());

it("a malformed key is rejected without a database query, even if the database is down", async () => {
  const key = newApiKey("test");
  expect(await findApiCaller(`${key.slice(0, -1)}${key.endsWith("a") ? "b" : "a"}`)).toBeUndefined();
  expect(await findApiCaller("' or true --")).toBeUndefined();
  await expect(findApiCaller(key)).rejects.toMatchObject({ code: "unavailable" });
});
