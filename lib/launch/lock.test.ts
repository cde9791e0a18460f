/** Guarantee: every process on the machine identifies a process the same, and files survive a power failure. */
import { existsSync, mkdtempSync, readFileSync, readlinkSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { isRunning, processIdentity, withLock, writeAtomically } from "./lock.mjs";

/** The flushes and renames, in order. */
const { steps } = vi.hoisted(() => ({ steps: [] as string[] }));
vi.mock("node:fs", async (importOriginal) => {
  const original = await importOriginal<typeof import("node:fs")>();
  const fsyncSync: typeof original.fsyncSync = (handle) => {
    steps.push(`flush ${readlinkSync(`/proc/self/fd/${handle}`)}`);
    original.fsyncSync(handle);
  };
  const renameSync: typeof original.renameSync = (from, to) => {
    steps.push(`rename to ${to}`);
    original.renameSync(from, to);
  };
  return { ...original, fsyncSync, renameSync };
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test("without /proc, the time zone of the caller does not change the identity of a process", () => {
  vi.spyOn(process, "platform", "get").mockReturnValue("darwin");
  vi.stubEnv("TZ", "Africa/Lagos");
  const mark = processIdentity();
  expect(mark).toMatch(/^\d+-\w+/);
  vi.stubEnv("TZ", "America/New_York");
  expect(isRunning(mark ?? "")).toBe(true);
});

test("a file that is replaced atomically is on disk before it gets its name, and the name afterwards", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "takings-lock-"));
  const file = path.join(folder, "secrets.json");
  try {
    steps.length = 0;
    writeAtomically(file, "new", 0o600);
    expect(steps).toEqual([
      expect.stringMatching(/^flush .*\/secrets\.json\.\d+\.\d+$/),
      `rename to ${file}`,
      `flush ${folder}`,
    ]);
    expect(readFileSync(file, "utf8")).toBe("new");
    expect(statSync(file).mode & 0o777).toBe(0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("on Windows, a start names WSL as the remedy", async () => {
  vi.spyOn(process, "platform", "get").mockReturnValue("win32");
  const folder = path.join(os.tmpdir(), "takings-lock-never-made");
  await expect(withLock(folder, async () => undefined)).rejects.toThrow(/WSL/);
  expect(existsSync(folder)).toBe(false);
});
