import { randomBytes } from "node:crypto";
import { readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { DAY_MS } from "@/lib/core/time/durations";
import { MANIFEST_FILE } from "../manifest";

/** No backup takes as long: an incomplete one that began earlier was interrupted, whichever deployment began it. */
const MAX_DURATION_MS = 2 * DAY_MS;

const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3})Z(\.partial-[0-9a-f]{12})?$/;

const Owner = z.object({ taken_at: z.iso.datetime(), deployment: z.uuid() });

/** Returns the name of a scheduled backup's folder, `2026-12-01T03-00-00.000Z`: its time, without characters that Windows forbids. */
export const folderName = (time: Date) => time.toISOString().replaceAll(":", "-");

/**
 * Removes from the folder of the scheduled backups those of this deployment that are older than `keepDays`, and what
 * interrupted backups have left. `now` is the time of the backup just made; the newest one before it stays however old it is,
 * because `now` is wrong if the clock is ahead. Backups of other deployments and everything else stay. Returns the removed
 * names. Throws the errors of the file system.
 */
export async function removeExpired(
  directory: string,
  { deployment, keepDays, now }: { deployment: string; keepDays: number; now: Date },
): Promise<string[]> {
  const earlier = (await listFolders(directory)).filter(({ startedAt }) => startedAt < now.getTime());
  const interrupted = earlier.filter(
    ({ isPartial, startedAt }) => isPartial && startedAt < now.getTime() - MAX_DURATION_MS,
  );
  const own: Folder[] = [];
  for (const folder of earlier)
    if (!folder.isPartial && (await readDeployment(path.join(directory, folder.name))) === deployment)
      own.push(folder);
  const expired = own.slice(0, -1).filter(({ startedAt }) => startedAt < now.getTime() - keepDays * DAY_MS);
  const removed = [...interrupted, ...expired];
  for (const { name, isPartial } of removed) await remove(path.join(directory, name), isPartial);
  return removed.map(({ name }) => name);
}

/** The folder of a scheduled backup, complete or not. */
interface Folder {
  name: string;
  startedAt: number;
  isPartial: boolean;
}

/** Lists the folders of scheduled backups, the oldest first. */
async function listFolders(directory: string): Promise<Folder[]> {
  const folders = (await readdir(directory, { withFileTypes: true })).flatMap((entry): Folder[] => {
    const [, day, hour, minute, second, partial] = NAME.exec(entry.name) ?? [];
    if (!day || !entry.isDirectory()) return [];
    const startedAt = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
    return [{ name: entry.name, startedAt, isPartial: partial !== undefined }];
  });
  return folders.sort((one, other) => one.startedAt - other.startedAt);
}

/** Returns the id of the deployment that made a backup; undefined if its manifest does not say so. */
async function readDeployment(folder: string): Promise<string | undefined> {
  const text = await readFile(path.join(folder, MANIFEST_FILE), "utf8").catch(() => "null");
  return Owner.safeParse(parseJson(text)).data?.deployment;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Removes a folder. A complete one is renamed before, so that no half of it is ever taken for complete. */
async function remove(folder: string, isPartial: boolean): Promise<void> {
  const target = isPartial ? folder : `${folder}.partial-${randomBytes(6).toString("hex")}`;
  if (!isPartial) await rename(folder, target);
  await rm(target, { recursive: true, force: true });
}
