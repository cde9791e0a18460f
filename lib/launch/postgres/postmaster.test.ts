/** Guarantee: without /proc, a running server is found in a folder with any name, and its pid file is never removed. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { findBinaries } from "./binaries";
import { createCluster } from "./cluster";
import { findDatabaseUser } from "./os-user";
import { findPostmaster, type Postmaster, startPostmaster, stopPostmaster } from "./postmaster";

vi.setConfig({ hookTimeout: 60_000 });

let home: string;
let directory: string;
let running: Postmaster;
const runner = findDatabaseUser(os.tmpdir());
const binaries = findBinaries({ runner, directory: path.join(os.tmpdir(), "postgres") });
const start = (name: string, signal?: AbortSignal) =>
  startPostmaster({ binaries, runner, directory: path.join(home, name), settings: { fsync: "off" }, signal });

beforeAll(async () => {
  home = mkdtempSync(path.join(os.tmpdir(), "takings postmaster "));
  chmodSync(home, 0o755);
  directory = path.join(home, "event data");
  const passwords = { application: "login-of-a-test", owner: "owner-of-a-test" };
  await createCluster({ binaries, runner, directory, passwords, isEphemeral: true });
  running = await start("event data");
});
afterAll(async () => {
  vi.restoreAllMocks();
  await stopPostmaster(directory, 10_000);
  rmSync(home, { recursive: true, force: true });
});
beforeEach(() => {
  vi.spyOn(process, "platform", "get").mockReturnValue("darwin");
});

test("a server in a folder with a space in its name is found", async () => {
  expect(await findPostmaster(directory)).toEqual(running);
});

test("a server in a folder whose name only begins alike is not taken for another's", async () => {
  const other = path.join(home, "event");
  mkdirSync(other);
  symlinkSync(path.join(directory, "postmaster.pid"), path.join(other, "postmaster.pid"));
  expect(await findPostmaster(other)).toBeUndefined();
});

test("the pid file of a server that is not recognised stays", async () => {
  symlinkSync(directory, path.join(home, "another name"));
  await expect(start("another name", AbortSignal.timeout(1_000))).rejects.toThrow();
  expect(existsSync(path.join(directory, "postmaster.pid"))).toBe(true);
});
