import { expect, test } from "vitest";
import { memorySettings } from "./memory";

const MB = 1024 * 1024;

test.each([
  [256, "32MB", "2MB", "128MB"],
  [512, "64MB", "4MB", "256MB"],
  [2_048, "256MB", "16MB", "1024MB"],
  [65_536, "256MB", "16MB", "1024MB"],
])("with %i MB of memory, shared_buffers is %s", (memory, shared, wal, cached) => {
  expect(memorySettings(memory * MB)).toEqual({
    shared_buffers: shared,
    wal_buffers: wal,
    effective_cache_size: cached,
  });
});

test("a machine without a memory limit gets settings", () => {
  expect(memorySettings().shared_buffers).toMatch(/^\d+MB$/);
});
