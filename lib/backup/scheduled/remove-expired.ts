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
 * interrupted backups have left. Backups of other deployments and everything else stay. Returns the removed names. Throws the
 * errors of the file system.
 */
export async function removeExpired(
  directory: string,
  { deployment, keepDays, now }: { deployment: string; keepDays: number; now: Date },
): Promise<string[]> {
  const removed: string[] = [];
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const [, day, hour, minute, second, partial] = NAME.exec(entry.name) ?? [];
    if (!day || !entry.isDirectory()) continue;
    const folder = path.join(directory, entry.name);
    const startedAt = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
    const isExpired = partial
      ? startedAt < now.getTime() - MAX_DURATION_MS
      : startedAt < now.getTime() - keepDays * DAY_MS && (await readDeployment(folder)) === deployment;
    if (!isExpired) continue;
    await remove(folder, partial !== undefined);
    removed.push(entry.name);
  }
  return removed;
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
