import { endpoint } from "@/lib/http/endpoint";
import { summariseLedger, summariseReconciliation } from "@/lib/reconciliation";
import { LedgerSummary, Reconciliation } from "@/lib/reconciliation/contract";
import {
  listSettlementBreakdown,
  listSettlements,
  summariseSettlement,
  summariseSettlementSheet,
} from "@/lib/settlement";
import {
  Settlement,
  SettlementBreakdown,
  SettlementLedger,
  SettlementSummary,
} from "@/lib/settlement/contract";
import { SessionParams } from "../params";

/** Returns the totals of a session by channel, terminal and operator, with a weak ETag of their version. */
export const reconciliationEndpoint = endpoint({
  name: "get reconciliation of session",
  docs: {
    operationId: "getReconciliation",
    tag: "Summaries",
    section: "4.11",
    summary: "Read the totals of a session",
    description:
      "Returns the totals by status, channel and terminal. Amounts contain only successful transactions. Two answers with the same `ETag` have the same figures.",
    setsEntityTag: true,
  },
  params: SessionParams,
  status: 200,
  response: Reconciliation,
  // The same version guarantees the same figures to the kobo; `reconciled_at` differs, so the tag is weak.
  handle: async (scope, { params }, headers) => {
    const { version, ...summary } = await summariseReconciliation(scope, params.session_id);
    headers.etag = `W/"${version}"`;
    return summary;
  },
});

/** Returns what of a session is settled and what is awaited. */
export const settlementEndpoint = endpoint({
  name: "get settlement of session",
  docs: {
    operationId: "getSettlement",
    tag: "Summaries",
    section: "4.12",
    summary: "Read what of a session is settled",
    description:
      "Returns what the bank has settled to the client's account, and what awaits settlement: gross amounts, each counted once.",
  },
  params: SessionParams,
  status: 200,
  response: SettlementSummary,
  handle: (scope, { params }) => summariseSettlement(scope, params.session_id),
});

/** Lists the settlements of a session by day, channel and the bank's reference. */
export const settlementBreakdownEndpoint = endpoint({
  name: "get settlement breakdown of session",
  params: SessionParams,
  status: 200,
  response: SettlementBreakdown,
  handle: (scope, { params }) => listSettlementBreakdown(scope, params.session_id),
});

/** Lists the settlements of a session with their payments and differences, and what awaits settlement. */
export const settlementLedgerEndpoint = endpoint({
  name: "list settlements of session",
  params: SessionParams,
  status: 200,
  response: SettlementLedger,
  handle: (scope, { params }) => listSettlements(scope, params.session_id),
});

/** Returns the totals of a session as the ledger page shows them. */
export const ledgerSummaryEndpoint = endpoint({
  name: "get ledger of session",
  params: SessionParams,
  status: 200,
  response: LedgerSummary,
  handle: (scope, { params }) => summariseLedger(scope, params.session_id),
});

/** Returns the settlement of a session for the dashboard's settlement page. */
export const settlementSheetEndpoint = endpoint({
  name: "get settlement sheet of session",
  params: SessionParams,
  status: 200,
  response: Settlement,
  handle: (scope, { params }) => summariseSettlementSheet(scope, params.session_id),
});
