import { recordAudit } from "@/lib/audit";
import {
  type BankSettlement,
  COMPOSED_VERSION,
  composeImportedSettlement,
  deploymentConnection,
  IMPORT_EVENT,
} from "@/lib/bank";
import { Failure, notFound } from "@/lib/core/errors/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { Caller, Scope } from "@/lib/core/scope";
import { systemDb, systemTx } from "@/lib/db/client";
import { ownSessionCondition } from "@/lib/db/session-state";
import type { ProviderName } from "@/lib/env";
import type { SavedNotification } from "@/lib/exceptions";
import { applySettlement } from "../apply";
import { type ComparedLine, compareLines, type ImportTarget } from "./compare";
import { type InvalidLine, parseSettlementFile } from "./csv";

/** The result of an import, or its preview. */
export interface ImportResult {
  lines: ComparedLine[];
  invalid: InvalidLine[];
  /** Whether the lines have been imported. */
  imported: boolean;
}

interface FileRequest {
  /** The file's text; see `parseSettlementFile`. */
  csv: string;
  preview: boolean;
}

/**
 * Imports a settlement file for a session's payments, or returns its preview. Lines that name no payment of the session
 * have no effect. Each settlement of the file is stored and applied as if its bank had reported it (`applySettlement`);
 * importing the same file again has no effect. Throws `Failure("not_found")`, and `Failure("invalid_request")` at `/csv`
 * if the file cannot be read, or if a line of an import is invalid.
 */
export async function importSessionSettlements(
  scope: Scope,
  { sessionId, ...request }: FileRequest & { sessionId: Id<"session"> },
): Promise<ImportResult> {
  const db = systemDb();
  const [own] = await db.sql`select from session_states where ${ownSessionCondition(db, scope, sessionId)}`;
  if (!own) throw notFound("session");
  return importFile(scope, { mode: scope.mode, sessionId }, request);
}

/**
 * Imports a settlement file of a provider for all payments at the deployment's bank connection, or returns its preview.
 * A line that names no payment opens an exception, as the bank's own notification would. Throws like
 * `importSessionSettlements`.
 */
export function importProviderSettlements(
  caller: Caller,
  { provider, mode, ...request }: FileRequest & { provider: ProviderName; mode: Scope["mode"] },
): Promise<ImportResult> {
  return importFile(caller, { mode, provider }, request);
}

async function importFile(
  caller: Caller,
  target: ImportTarget,
  { csv, preview }: FileRequest,
): Promise<ImportResult> {
  const { lines: parsed, invalid } = parseSettlementFile(csv);
  const lines = await compareLines(systemDb(), target, parsed);
  if (preview) return { lines, invalid, imported: false };
  if (invalid.length > 0) throw invalidLines(invalid);
  const settlements = groupBySettlement(target, lines);
  for (const { notification, settlement } of settlements) await applySettlement(notification, settlement);
  await auditImport(caller, target, lines);
  return { lines, invalid, imported: true };
}

/** The most invalid lines that an error lists. */
const MAX_LISTED = 20;

function invalidLines(invalid: InvalidLine[]): Failure {
  const faults = invalid
    .slice(0, MAX_LISTED)
    .map(({ line, detail }) => ({ pointer: "/csv", detail: `Line ${line}: ${detail}` }));
  return new Failure("invalid_request", {
    detail: `${invalid.length} lines of the file are not valid. Nothing was imported.`,
    faults,
  });
}

/** Groups the lines that have an effect by bank connection and settlement, as notifications that the bank could have sent. */
function groupBySettlement(target: ImportTarget, lines: readonly ComparedLine[]) {
  const receivedAt = new Date();
  const groups = new Map<string, { notification: SavedNotification; settlement: BankSettlement }>();
  for (const line of lines) {
    const source = sourceOf(target, line);
    if (!source || line.outcome === "imported") continue;
    const { settlementReference: reference, settledOn, paymentReference: paymentKey, amount } = line;
    const key = JSON.stringify([source.bankConnectionId, reference]);
    const group = groups.get(key) ?? {
      notification: {
        ...source,
        notificationId: newId("notification"),
        mode: target.mode,
        event: IMPORT_EVENT,
        adapterVersion: COMPOSED_VERSION,
        body: Buffer.alloc(0),
        signature: "",
        receivedAt,
      },
      settlement: { kind: "settlement", reference, settledOn, lines: [], unreadableLines: [] },
    };
    groups.set(key, group);
    group.settlement.lines.push({ paymentKey, ...(line.isNet ? { net: amount } : { gross: amount }) });
  }
  return [...groups.values()].map(({ notification, settlement }) => ({
    notification: { ...notification, body: composeImportedSettlement(settlement) },
    settlement,
  }));
}

/** Returns the provider and bank connection of a line; `undefined` if a member's line names no payment. */
function sourceOf(
  target: ImportTarget,
  { payment }: ComparedLine,
): Pick<SavedNotification, "provider" | "bankConnectionId"> | undefined {
  if (payment) return { provider: payment.provider, bankConnectionId: payment.bankConnectionId };
  if (!("provider" in target)) return undefined;
  return { provider: target.provider, bankConnectionId: deploymentConnection(target.provider) };
}

/** Records the import in the audit log of each organisation whose payments it names. */
async function auditImport(
  caller: Caller,
  target: ImportTarget,
  lines: readonly ComparedLine[],
): Promise<void> {
  const counts = new Map<Id<"organisation">, number>();
  for (const { payment } of lines)
    if (payment) counts.set(payment.organisationId, (counts.get(payment.organisationId) ?? 0) + 1);
  const sessionId = "sessionId" in target ? target.sessionId : undefined;
  await systemTx(async (db) => {
    for (const [organisationId, count] of counts)
      await recordAudit(
        db,
        { ...caller, organisationId },
        {
          action: "imported_settlements",
          subject: sessionId ?? organisationId,
          ...(sessionId && { sessionId }),
          details: { lines: String(count) },
        },
      );
  });
}
