/** Guarantee: a folder that the finished backup could not replace is refused before anything is written. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { writeFolder } from "./folder";

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(os.tmpdir(), "takings-folder-"));
  folder = path.join(parent, "backup");
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const write = vi.fn(async (partial: string) => mkdirSync(path.join(partial, "written")));

async function expectRefusal(): Promise<void> {
  write.mockClear();
  await expect(writeFolder(folder, write)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining(`Name a folder inside ${folder}`),
  });
  expect(write).not.toHaveBeenCalled();
  expect(readdirSync(parent).filter((name) => name.startsWith("backup.partial"))).toEqual([]);
}

test("an empty mount point is refused", async ({ skip }) => {
  mkdirSync(folder);
  skip(spawnSync("mount", ["--bind", folder, folder]).status !== 0, "This user may mount no folder.");
  try {
    await expectRefusal();
  } finally {
    spawnSync("umount", ["--lazy", folder]);
  }
});

test("a link is refused, also to an empty folder or to nothing", async () => {
  mkdirSync(path.join(parent, "elsewhere"));
  symlinkSync(path.join(parent, "elsewhere"), folder);
  await expectRefusal();
  rmSync(path.join(parent, "elsewhere"), { recursive: true });
  await expectRefusal();
});

test("an empty folder is replaced, and one that gets entries meanwhile is not", async () => {
  mkdirSync(folder);
  await writeFolder(folder, write);
  expect(readdirSync(folder)).toEqual(["written"]);
  const other = path.join(parent, "other");
  const writing = writeFolder(other, async () => mkdirSync(path.join(other, "theirs"), { recursive: true }));
  await expect(writing).rejects.toThrow(/ENOTEMPTY|EEXIST/);
  expect(existsSync(path.join(other, "theirs"))).toBe(true);
  expect(readdirSync(parent).toSorted()).toEqual(["backup", "other"]);
});
