/** Guarantee: nothing that root's database needs is where the system may remove it, and data of earlier versions are found. */
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { log } from "@/lib/log";
import { findBinaries } from "./binaries";
import { findClusterDirectory, warnOfRemoval } from "./location";
import { findDatabaseUser } from "./os-user";

/** Whether the database's user reaches nothing, as where root starts a checkout in its own home. */
let reachesNothing = false;
vi.mock("./os-user", async (importOriginal) => {
  const original = await importOriginal<typeof import("./os-user")>();
  const canReach: typeof original.canReach = (...given) => !reachesNothing && original.canReach(...given);
  return { ...original, canReach };
});

const isRoot = process.getuid?.() === 0;
/** Created with mode 0700, which only its owner can enter. */
let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), "takings-location-"));
});
afterEach(() => {
  reachesNothing = false;
  vi.restoreAllMocks();
  rmSync(home, { recursive: true, force: true });
});

describe.skipIf(!isRoot)("the data of a service that root started", () => {
  let kept: string;
  let earlier: string;
  beforeEach(() => {
    kept = findClusterDirectory(home);
    earlier = path.join("/var/tmp", path.basename(kept));
  });
  afterEach(() => {
    for (const folder of [kept, earlier]) rmSync(folder, { recursive: true, force: true });
  });

  test("are in /var/lib, in a folder of their own for each DATA_DIR", () => {
    expect(kept).toMatch(/^\/var\/lib\/takings-[0-9a-f]{12}$/);
    expect(findClusterDirectory(path.join(home, "other"))).not.toBe(kept);
  });

  test("are used where an earlier version put them until they are moved, and the start logs how to do that", () => {
    const warn = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    mkdirSync(earlier);
    chownSync(earlier, findDatabaseUser(earlier).uid ?? 0, 0);
    expect(findClusterDirectory(home)).toBe(earlier);
    warnOfRemoval(earlier);
    expect(warn).toHaveBeenCalledWith(
      { directory: earlier },
      expect.stringContaining(`mv ${earlier} ${kept}`),
    );
    renameSync(earlier, kept);
    expect(findClusterDirectory(home)).toBe(kept);
    warnOfRemoval(kept);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  test("are not taken from a folder that another user made in /var/tmp", () => {
    mkdirSync(earlier);
    expect(findClusterDirectory(home)).toBe(kept);
  });
});

test("programs that the database's user cannot reach are copied beside the data, by root into /var/lib", () => {
  const parent = isRoot ? "/var/lib" : path.join(home, "data");
  const listCopies = () =>
    existsSync(parent) ? readdirSync(parent).filter((name) => name.startsWith("takings-postgres-")) : [];
  const before = listCopies();
  reachesNothing = true;
  const { postgres } = findBinaries({ runner: {}, directory: path.join(home, "data", "postgres") });
  const [copy = ""] = path.relative(parent, postgres).split(path.sep);
  expect(copy).toMatch(/^takings-postgres-\d/);
  expect(existsSync(postgres)).toBe(true);
  // One that was there before may be in use.
  if (!before.includes(copy)) rmSync(path.join(parent, copy), { recursive: true });
  expect(listCopies()).toEqual(before);
});
