import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../fault";

/** A new cluster takes about 60 MB, and its log up to 256 MB before it is recycled. */
const DISK_MB = 450;
const FULL_MS = 5_000;
const LARGE = Buffer.alloc(1024 * 1024, 1);
const SMALL = Buffer.alloc(4096, 1);

/** Writes until the disk is full: first in large blocks, then in small ones. */
function fill(ballast: string): void {
  const file = openSync(ballast, "a");
  try {
    for (const piece of [LARGE, SMALL]) writeUntilFull(file, piece);
  } finally {
    closeSync(file);
  }
}

function writeUntilFull(file: number, piece: Buffer): void {
  try {
    while (writeSync(file, piece) === piece.length);
  } catch (thrown) {
    if (!(thrown instanceof Error && "code" in thrown && thrown.code === "ENOSPC")) throw thrown;
  }
}

/** `DATA_DIR` on its own disk, which fills up, stays full for five seconds, and then has space again. */
export const fullDisk: Fault = {
  name: "full-disk",
  title: "a full disk, freed after 5 s",
  rounds: 5,
  pace: 2,
  impossible: () => {
    const canMount = process.platform === "linux" && process.getuid?.() === 0;
    return canMount ? undefined : "only root on Linux may mount the small disk it needs";
  },
  prepare: async ({ folder }) => {
    const disk = path.join(folder, "disk");
    mkdirSync(disk, { mode: 0o755 });
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m,mode=755`, "takings-chaos", disk]);
    return { dataDir: path.join(disk, "data"), clear: async () => void execFileSync("umount", ["-l", disk]) };
  },
  inject: async ({ system: { database } }) => {
    const ballast = path.join(path.dirname(database.dataDir), "ballast");
    const deadline = performance.now() + FULL_MS;
    // Space that the database frees meanwhile is filled too, so that the disk stays full.
    while (performance.now() < deadline) {
      fill(ballast);
      await sleep(50);
    }
    rmSync(ballast, { force: true });
    return performance.now();
  },
};
