import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, rename, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { Failure } from "@/lib/core/errors/errors";

const PARTIAL = /\.partial-[0-9a-f]{12}$/;

/** Whether the name is that of a folder that is being written or whose writing was interrupted. */
export const isPartial = (folder: string) => PARTIAL.test(path.basename(folder));

/**
 * Writes a folder (mode 0700) atomically: under a temporary name beside the final one, renamed once everything is
 * flushed to disk. An empty folder of that name is removed first. Removes the files if `write` fails; a killed process leaves
 * them under the temporary name. Throws `Failure("conflict")`, before `write`, if the name is that of a folder that is not empty
 * or cannot be removed.
 */
export async function writeFolder<T>(folder: string, write: (partial: string) => Promise<T>): Promise<T> {
  await removeEmpty(folder);
  const parent = path.dirname(folder);
  await mkdir(parent, { recursive: true });
  const partial = `${folder}.partial-${randomBytes(6).toString("hex")}`;
  await mkdir(partial, { mode: 0o700 });
  try {
    const result = await write(partial);
    await sync(partial);
    // Fails if a folder of that name has entries by now.
    await rename(partial, folder);
    await sync(parent);
    return result;
  } catch (thrown) {
    await rm(partial, { recursive: true, force: true });
    throw thrown;
  }
}

/** Removes an empty folder. Done before the work, because a mount point or a link cannot be removed or replaced. */
async function removeEmpty(folder: string): Promise<void> {
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  if (names.length > 0)
    throw new Failure("conflict", {
      detail: `${folder} is not empty. Name a folder that does not exist yet.`,
    });
  await rmdir(folder).catch((thrown) => {
    if (!hasCode(thrown, "EBUSY", "ENOTDIR")) return ignoreMissing(thrown);
    const detail = `${folder} is a mount point or a link. Name a folder inside ${folder} that does not exist yet.`;
    throw new Failure("conflict", { detail });
  });
}

function ignoreMissing(thrown: unknown): undefined {
  if (hasCode(thrown, "ENOENT")) return undefined;
  throw thrown;
}

const hasCode = (thrown: unknown, ...codes: string[]) =>
  thrown instanceof Error && "code" in thrown && codes.includes(String(thrown.code));

/** Flushes the entries of a folder to disk. Windows has no such call and needs none. */
async function sync(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
