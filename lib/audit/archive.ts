import { createHash } from "node:crypto";
import { open, rm } from "node:fs/promises";
import path from "node:path";
import { and, asc, eq, gt, lt } from "drizzle-orm";
import { Failure } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx, streamAsOrganisation } from "@/lib/db/client";
import { auditEntries } from "@/lib/db/schema";
import { recordAudit } from "./record";

type Entry = typeof auditEntries.$inferSelect;

/** Entries read at once. */
const CHUNK_SIZE = 500;
const HASH_MEMBER = /,"hash":"([0-9a-f]{64})"\}$/;

/** An archive as it was written or read. */
interface AuditArchive {
  /** The file's absolute path. */
  file: string;
  entries: number;
  /** The hash of the last line, which depends on every line before it: SHA-256 in hexadecimal. */
  hash: string;
}

/** The result of the check of an archive. */
interface CheckedArchive extends AuditArchive {
  /** The first line, from 1 on, whose hash does not follow from it and the lines before it; null if every line's does. */
  brokenAt: number | null;
  /** Whether the organisation's audit log has an entry about this archive, with its last hash. */
  isRecorded: boolean;
}

/**
 * Writes the organisation's audit entries from before a time into a new file (mode 0600), oldest first, one JSON object per line. The
 * last member of each line, `hash`, is the SHA-256 of the previous line's hash and the line without it; before the first line
 * it is that of the organisation's id. Then records the archive, with the last hash, in the audit log. The entries stay in the database.
 * Throws `Failure("invalid_request")` if the time is not over, `Failure("conflict")` if the file exists; removes an unfinished file.
 */
export async function archiveAuditLog(
  scope: Scope,
  { before, file: given }: { before: Date; file: string },
): Promise<AuditArchive> {
  if (before.getTime() > Date.now())
    throw new Failure("invalid_request", {
      detail: "The time before which entries are archived is not over.",
    });
  const file = path.resolve(given);
  const written = await writeArchive(scope, { before, file });
  await asOrganisationTx(scope.organisationId, (db) =>
    recordAudit(db, scope, {
      action: "archived_audit_log",
      subject: scope.organisationId,
      details: { before: before.toISOString(), entries: String(written.entries), hash: written.hash },
    }),
  );
  return written;
}

async function writeArchive(
  scope: Scope,
  { before, file }: { before: Date; file: string },
): Promise<AuditArchive> {
  const target = await open(file, "wx", 0o600).catch((thrown: NodeJS.ErrnoException) => {
    throw thrown.code === "EEXIST"
      ? new Failure("conflict", { detail: `${file} exists. An archive is written into a new file.` })
      : thrown;
  });
  try {
    let entries = 0;
    let hash = firstHash(scope.organisationId);
    for await (const chunk of readOldestFirst(scope, before)) {
      let text = "";
      for (const line of chunk.map(toLine)) {
        hash = nextHash(hash, line);
        text += `${line.slice(0, -1)},"hash":"${hash}"}\n`;
      }
      await target.writeFile(text);
      entries += chunk.length;
    }
    await target.sync();
    return { file, entries, hash };
  } catch (thrown) {
    await rm(file, { force: true });
    throw thrown;
  } finally {
    await target.close();
  }
}

/** Reads the entries of one snapshot in chunks. */
async function* readOldestFirst(scope: Scope, before: Date): AsyncGenerator<Entry[]> {
  const { organisationId } = scope;
  let last: Id<"auditEntry"> | undefined;
  yield* streamAsOrganisation(scope, async function* ({ orm }) {
    for (;;) {
      const chunk = await orm
        .select()
        .from(auditEntries)
        .where(
          and(
            eq(auditEntries.organisationId, organisationId),
            lt(auditEntries.at, before),
            last && gt(auditEntries.id, last),
          ),
        )
        .orderBy(asc(auditEntries.id))
        .limit(CHUNK_SIZE);
      last = chunk.at(-1)?.id ?? last;
      if (chunk.length > 0) yield chunk;
      if (chunk.length < CHUNK_SIZE) return;
    }
  });
}

/** Serialises an entry as the line of an archive, without its hash. Some programs end a line at U+2028 and U+2029 too. */
const toLine = ({ organisationId, memberId, sessionId, ...entry }: Entry): string =>
  JSON.stringify({
    ...entry,
    organisation_id: organisationId,
    member_id: memberId,
    session_id: sessionId,
  }).replace(/[\u2028\u2029]/g, (separator) => `\\u${separator.charCodeAt(0).toString(16)}`);

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const firstHash = (organisationId: Id<"organisation">) => sha256(organisationId);
const nextHash = (previous: string, line: string) => sha256(`${previous}\n${line}`);

/**
 * Reads an archive of the organisation again: whether every line's hash follows from the lines before it, and whether the audit log
 * has the entry about it, without which lines at the end could be missing. Throws `Failure("not_found")` if there is no such file.
 */
export async function checkAuditArchive(scope: Scope, given: string): Promise<CheckedArchive> {
  const file = path.resolve(given);
  const source = await open(file).catch((thrown: NodeJS.ErrnoException) => {
    throw thrown.code === "ENOENT" ? new Failure("not_found", { detail: `${file} does not exist.` }) : thrown;
  });
  let entries = 0;
  let hash = firstHash(scope.organisationId);
  let brokenAt: number | null = null;
  try {
    for await (const text of source.readLines({ autoClose: false })) {
      entries++;
      hash = nextHash(hash, text.replace(HASH_MEMBER, "}"));
      if (HASH_MEMBER.exec(text)?.[1] === hash) continue;
      brokenAt = entries;
      break;
    }
  } finally {
    await source.close();
  }
  const isRecorded = brokenAt === null && (await isArchiveRecorded(scope, hash));
  return { file, entries, hash, brokenAt, isRecorded };
}

/** Whether the audit log has the entry about an archive: its last hash stands for all of its lines. */
function isArchiveRecorded({ organisationId }: Scope, hash: string): Promise<boolean> {
  return asOrganisationTx(organisationId, async ({ sql }) => {
    const found = await sql`
      select from audit_entries
      where organisation_id = ${organisationId} and action = 'archived_audit_log' and details ->> 'hash' = ${hash}
      limit 1`;
    return found.length > 0;
  });
}
