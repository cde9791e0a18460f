import { recordAudit } from "@/lib/audit";
import { compareEvents } from "@/lib/comparison";
import type { ComparisonQuery } from "@/lib/comparison/contract";
import { COMPARISONS } from "@/lib/comparison/labels";
import type { Volume } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx } from "@/lib/db/client";
import type { ExportRow } from "./cells";
import { writeCsv } from "./csv";
import { type FileBytes, inExportSlot } from "./slots";

const toCells = (values: readonly Volume[]): ExportRow =>
  values.flatMap(({ amount, count }) => [{ amount }, { whole: count }]);

/**
 * Exports a comparison of events as CSV: two columns for each event, and the total in the last row. Recorded in the audit log.
 * Throws as `compareEvents` and `exportPayments` do.
 */
export function exportComparison(scope: Scope, query: ComparisonQuery): Promise<{ bytes: FileBytes }> {
  return inExportSlot(scope, async () => {
    const { events, rows } = await compareEvents(scope, query);
    await asOrganisationTx(scope.organisationId, (db) =>
      recordAudit(db, scope, {
        action: "exported_comparison",
        subject: scope.organisationId,
        details: { by: query.by, events: events.map(({ session_id: id }) => id).join(" ") },
      }),
    );
    const titles = [
      COMPARISONS[query.by],
      ...events.flatMap(({ name }) => [`${name}: taken`, `${name}: payments`]),
    ];
    async function* lines() {
      yield [
        ...rows.map(({ label, values }) => [label, ...toCells(values)]),
        ["Total", ...toCells(events.map(({ total }) => total))],
      ];
    }
    const columns = titles.map((title) => ({ title, width: title.length }));
    return { file: { bytes: writeCsv({ name: "Comparison", columns, rows: lines() }) } };
  });
}
