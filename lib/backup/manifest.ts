import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { Failure } from "@/lib/core/errors/errors";

/** The format version written, and the only one accepted. */
const FORMAT = 1;

export const MANIFEST_FILE = "manifest.json";
/** Contains the manifest's SHA-256 in the format of `sha256sum --check`. Written last. */
export const CHECKSUM_FILE = "manifest.json.sha256";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();

const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  /** When the snapshot of all files was taken. */
  taken_at: z.iso.datetime({ precision: 3 }),
  postgresql: z.string(),
  /** The id of the deployment that made it by schedule, which removes it later. */
  deployment: z.uuid().optional(),
  /** The ids of the keys that encrypt the secrets in this backup. No backup contains the keys themselves. */
  encryption_keys: z.array(z.string()).default([]),
  migrations: z.array(z.strictObject({ tag: z.string(), hash: z.string() })).nonempty(),
  tables: z
    .array(
      z.strictObject({
        name: z.string(),
        columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
        rows: count,
        bytes: count,
        sha256,
      }),
    )
    .nonempty(),
  sequences: z.array(
    z.strictObject({ name: z.string(), last_value: z.string().regex(/^-?\d+$/), is_called: z.boolean() }),
  ),
  /** Transactions by mode and status; amounts in kobo. */
  sums: z.array(
    z.strictObject({ mode: z.string(), status: z.string(), count, kobo: z.string().regex(/^\d+$/) }),
  ),
});

/** The description of a backup: its contents with checksums. */
export type Manifest = z.output<typeof Manifest>;

/** The name of the file with a table's rows. */
export const tableFile = (table: string) => `${encodeURIComponent(table)}.copy`;

/** Writes the manifest and then its checksum, each flushed to disk. */
export async function writeManifest(folder: string, manifest: Omit<Manifest, "format">): Promise<void> {
  const text = `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`;
  const options = { mode: 0o600, flag: "wx", flush: true };
  await writeFile(path.join(folder, MANIFEST_FILE), text, options);
  await writeFile(path.join(folder, CHECKSUM_FILE), checksumOf(Buffer.from(text)), options);
}

/**
 * Parses a manifest after comparing its bytes with the checksum. Throws `Failure("invalid_request")` if they differ
 * or the format is not supported.
 */
export function parseManifest(bytes: Buffer, checksum: string): Manifest {
  if (checksum !== checksumOf(bytes))
    throw damagedBackup(`${MANIFEST_FILE} and ${CHECKSUM_FILE} do not agree`);
  const value: unknown = JSON.parse(bytes.toString("utf8"));
  const format = z.object({ format: z.number() }).safeParse(value).data?.format;
  if (format !== undefined && format !== FORMAT) {
    throw new Failure("invalid_request", {
      detail: `The backup has format ${format}; this version of Takings reads format ${FORMAT}.`,
    });
  }
  const parsed = Manifest.safeParse(value);
  if (parsed.success) return parsed.data;
  throw damagedBackup(`${MANIFEST_FILE} is not a manifest: ${z.prettifyError(parsed.error)}`);
}

/** The failure for a backup that is incomplete or was altered. */
export function damagedBackup(what: string): Failure {
  return new Failure("invalid_request", {
    detail: `The backup is damaged or unfinished: ${what}. Nothing was restored.`,
  });
}

const checksumOf = (bytes: Buffer) =>
  `${createHash("sha256").update(bytes).digest("hex")}  ${MANIFEST_FILE}\n`;
