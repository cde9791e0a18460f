import { createReadStream } from "node:fs";
import { lstat, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Failure } from "@/lib/core/errors/errors";
import { isPartial } from "./folder";
import {
  CHECKSUM_FILE,
  damagedBackup,
  MANIFEST_FILE,
  type Manifest,
  parseManifest,
  tableFile,
} from "./manifest";
import { isSameMeasure, startMeasure } from "./measure";

/**
 * Reads a backup's manifest after checking every file against it: the folder must contain exactly the listed files,
 * each with its row count, length and SHA-256. Throws `Failure("invalid_request")` that names the faulty file, or the folder
 * if it cannot be read.
 */
export async function readBackup(folder: string, signal: AbortSignal): Promise<Manifest> {
  if (isPartial(folder))
    throw damagedBackup(`${folder} is the temporary folder of a backup that was interrupted`);
  const names = await readdir(folder).catch((thrown: NodeJS.ErrnoException) => {
    throw new Failure("invalid_request", {
      detail: `${folder} cannot be read: ${thrown.code}`,
      cause: thrown,
    });
  });
  for (const name of [MANIFEST_FILE, CHECKSUM_FILE])
    if (!names.includes(name)) throw damagedBackup(`${name} is missing`);
  const manifest = parseManifest(
    await readFile(path.join(folder, MANIFEST_FILE)),
    await readFile(path.join(folder, CHECKSUM_FILE), "utf8"),
  );
  const expected = [MANIFEST_FILE, CHECKSUM_FILE, ...manifest.tables.map(({ name }) => tableFile(name))];
  const missing = expected.filter((name) => !names.includes(name));
  if (missing.length > 0) throw damagedBackup(`${missing.join(", ")} is missing`);
  const extra = names.filter((name) => !expected.includes(name));
  if (extra.length > 0) throw damagedBackup(`${extra.join(", ")} does not belong to it`);
  for (const table of manifest.tables)
    await checkFile(path.join(folder, tableFile(table.name)), table, signal);
  return manifest;
}

async function checkFile(file: string, table: Manifest["tables"][number], signal: AbortSignal) {
  const name = path.basename(file);
  const stats = await lstat(file);
  if (!stats.isFile()) throw damagedBackup(`${name} is not a file`);
  if (stats.size !== table.bytes)
    throw damagedBackup(`${name} has ${stats.size} bytes instead of ${table.bytes}`);
  const measure = startMeasure();
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(createReadStream(file), measure.through, discard, { signal });
  if (!isSameMeasure(measure.end(), table)) throw damagedBackup(`${name} is not the file that was written`);
}
