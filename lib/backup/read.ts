import { createReadStream } from "node:fs";
import { lstat, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isPartial } from "./folder";
import { CHECKSUM_FILE, damaged, fileOf, MANIFEST_FILE, type Manifest, parseManifest } from "./manifest";
import { isSameMeasure, startMeasure } from "./measure";

/**
 * Reads a backup's manifest after every byte of the backup has been checked against it: the folder holds the files
 * that were written and no other, each with its rows, its length and its SHA-256. Throws `Failure("invalid_request")`
 * naming the file at fault.
 */
export async function readBackup(folder: string, signal: AbortSignal): Promise<Manifest> {
  if (isPartial(folder)) throw damaged(`${folder} is the temporary folder of a backup that was interrupted`);
  const names = await readdir(folder);
  for (const name of [MANIFEST_FILE, CHECKSUM_FILE])
    if (!names.includes(name)) throw damaged(`${name} is missing`);
  const manifest = parseManifest(
    await readFile(path.join(folder, MANIFEST_FILE)),
    await readFile(path.join(folder, CHECKSUM_FILE), "utf8"),
  );
  const expected = [MANIFEST_FILE, CHECKSUM_FILE, ...manifest.tables.map(({ name }) => fileOf(name))];
  const missing = expected.filter((name) => !names.includes(name));
  if (missing.length > 0) throw damaged(`${missing.join(", ")} is missing`);
  const extra = names.filter((name) => !expected.includes(name));
  if (extra.length > 0) throw damaged(`${extra.join(", ")} does not belong to it`);
  for (const table of manifest.tables) await checkFile(path.join(folder, fileOf(table.name)), table, signal);
  return manifest;
}

async function checkFile(file: string, table: Manifest["tables"][number], signal: AbortSignal) {
  const name = path.basename(file);
  const stats = await lstat(file);
  if (!stats.isFile()) throw damaged(`${name} is not a file`);
  if (stats.size !== table.bytes) throw damaged(`${name} has ${stats.size} bytes instead of ${table.bytes}`);
  const measure = startMeasure();
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(createReadStream(file), measure.through, nowhere, { signal });
  if (!isSameMeasure(measure.end(), table)) throw damaged(`${name} is not the file that was written`);
}
