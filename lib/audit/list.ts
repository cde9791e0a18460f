import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Id } from "@/lib/core/ids";
import { keysOf } from "@/lib/core/keys";
import type { Scope } from "@/lib/core/scope";
import { type Db, readAsOrganisation, streamAsOrganisation } from "@/lib/db/client";
import { auditEntries } from "@/lib/db/schema";
import type { AuditEntry, AuditFilters, AuditPage, AuditQuery } from "./contract";
import { AUDIT_ACTION_LABELS, AUDIT_AREAS, type AuditAction } from "./labels";

const PAGE_SIZE = 30;
/** Entries read at once for an export. */
const CHUNK_SIZE = 500;
/** Maximum words of a search; further ones are ignored. */
const MAX_WORDS = 8;

type Entry = z.output<typeof AuditEntry>;

/** Narrows a stored action: only actions of the contract are written. */
const toAuditAction = (action: string) => action as AuditAction;

/** The condition that an entry contains a word, ignoring case: as text, or in the label of its action. */
function containsWord(word: string): SQL | undefined {
  const pattern = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
  const { actor, origin, subject, sessionId, details, action } = auditEntries;
  const actions = keysOf(AUDIT_ACTION_LABELS).filter((one) =>
    AUDIT_ACTION_LABELS[one].toLowerCase().includes(word.toLowerCase()),
  );
  return or(
    sql`concat_ws(' ', ${actor}, ${origin}, ${subject}, ${sessionId}, ${details}) ilike ${pattern}`,
    actions.length > 0 ? inArray(action, actions) : undefined,
  );
}

function filterCondition({ q = "", area, from, to }: AuditFilters): SQL | undefined {
  const words = q.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  return and(
    ...words.map(containsWord),
    area && inArray(auditEntries.action, Object.keys(AUDIT_AREAS[area].labels)),
    from && gte(auditEntries.at, from),
    to && lt(auditEntries.at, to),
  );
}

/** Reads the entries that match the filters before an entry, the latest first. */
async function readEntries(
  { orm }: Db,
  { organisationId }: Scope,
  { before, limit, ...filters }: AuditFilters & { before?: Id<"auditEntry"> | undefined; limit: number },
): Promise<Entry[]> {
  const rows = await orm
    .select()
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.organisationId, organisationId),
        filterCondition(filters),
        before && lt(auditEntries.id, before),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(limit);
  return rows.map(({ id, actor, origin, action, subject, sessionId, details, at }) => ({
    id,
    actor,
    origin,
    action: toAuditAction(action),
    subject,
    session_id: sessionId,
    details,
    at,
  }));
}

/** Lists one page of the audit entries of the caller's organisation that match the filters, the latest first. */
export function listAuditEntries(
  scope: Scope,
  query: z.output<typeof AuditQuery>,
): Promise<z.output<typeof AuditPage>> {
  return readAsOrganisation(scope, async (db) => {
    const entries = await readEntries(db, scope, { ...query, limit: PAGE_SIZE + 1 });
    const page = entries.slice(0, PAGE_SIZE);
    return { entries: page, next: entries.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null };
  });
}

/** Streams all audit entries of the caller's organisation that match the filters, the latest first, in chunks of one snapshot. */
export async function* streamAuditEntries(scope: Scope, filters: AuditFilters): AsyncGenerator<Entry[]> {
  let before: Id<"auditEntry"> | undefined;
  yield* streamAsOrganisation(scope, async function* (db) {
    for (;;) {
      const entries = await readEntries(db, scope, { ...filters, before, limit: CHUNK_SIZE });
      // Set before the chunk is passed on: after a failure of the replica the reading continues behind it.
      before = entries.at(-1)?.id ?? before;
      if (entries.length > 0) yield entries;
      if (entries.length < CHUNK_SIZE) return;
    }
  });
}
