import { expect, test } from "vitest";
import { memorySettings } from "./memory";

const MB = 1024 * 1024;

test.each([
  [256, "32MB", "2MB", "128MB"],
  [512, "64MB", "4MB", "256MB"],
  [2_048, "256MB", "16MB", "1024MB"],
  [65_536, "256MB", "16MB", "1024MB"],
])(
  "of %i MB the server takes %s for its pages and leaves the rest to others",
  (memory, shared, wal, cached) => {
    expect(memorySettings(memory * MB)).toEqual({
      shared_buffers: shared,
      wal_buffers: wal,
      effective_cache_size: cached,
    });
  },
);

test("a machine that says nothing of a limit has a server all the same", () => {
  expect(memorySettings().shared_buffers).toMatch(/^\d+MB$/);
});
