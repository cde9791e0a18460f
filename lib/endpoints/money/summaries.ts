import { z } from "zod";
import { idSchema } from "@/lib/core/ids";
import { endpoint } from "@/lib/http/endpoint";
import { summariseLedger, summariseReconciliation } from "@/lib/reconciliation";
import { LedgerSummary, Reconciliation } from "@/lib/reconciliation/contract";
import { listSettlementBreakdown, summariseSettlement } from "@/lib/settlement";
import { Settlement, SettlementBreakdown, SettlementSummary } from "@/lib/settlement/contract";

const SessionParams = z.object({ session_id: idSchema("session") });

export const reconciliationEndpoint = endpoint({
  name: "get reconciliation of session",
  params: SessionParams,
  status: 200,
  response: Reconciliation,
  // The same ETag guarantees the same figures to the kobo.
  handle: async (scope, { params }, headers) => {
    const { version, ...summary } = await summariseReconciliation(scope, params.session_id);
    headers.etag = `"${version}"`;
    return summary;
  },
});

export const settlementEndpoint = endpoint({
  name: "get settlement of session",
  params: SessionParams,
  status: 200,
  response: SettlementSummary,
  handle: (scope, { params }) => summariseSettlement(scope, params.session_id),
});

export const settlementBreakdownEndpoint = endpoint({
  name: "get settlement breakdown of session",
  params: SessionParams,
  status: 200,
  response: SettlementBreakdown,
  handle: (scope, { params }) => listSettlementBreakdown(scope, params.session_id),
});

export const ledgerSummaryEndpoint = endpoint({
  name: "get ledger of session",
  params: SessionParams,
  status: 200,
  response: LedgerSummary,
  handle: (scope, { params }) => summariseLedger(scope, params.session_id),
});

export const settlementSheetEndpoint = endpoint({
  name: "get settlement sheet of session",
  params: SessionParams,
  status: 200,
  response: Settlement,
  handle: (scope, { params }) => summariseSettlement(scope, params.session_id),
});
