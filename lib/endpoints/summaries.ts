import { z } from "zod";
import { idOf } from "@/lib/core/ids";
import { endpoint } from "@/lib/http/endpoint";
import { summariseBooks, summariseReconciliation } from "@/lib/reconciliation";
import { Books, Reconciliation } from "@/lib/reconciliation/contract";
import { listSettlementBreakdown, summariseSettlement } from "@/lib/settlement";
import { Settlement, SettlementParts, SettlementSummary } from "@/lib/settlement/contract";

const SessionParams = z.object({ session_id: idOf("session") });

export const reconciliationEndpoint = endpoint({
  name: "get reconciliation of session",
  params: SessionParams,
  status: 200,
  response: Reconciliation,
  // Two screens with the same tag show the same figures to the kobo.
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

export const settlementPartsEndpoint = endpoint({
  name: "list settlement parts of session",
  params: SessionParams,
  status: 200,
  response: SettlementParts,
  handle: (scope, { params }) => listSettlementBreakdown(scope, params.session_id),
});

export const ledgerSummaryEndpoint = endpoint({
  name: "get books of session",
  params: SessionParams,
  status: 200,
  response: Books,
  handle: (scope, { params }) => summariseBooks(scope, params.session_id),
});

export const settlementSheetEndpoint = endpoint({
  name: "get settlement sheet of session",
  params: SessionParams,
  status: 200,
  response: Settlement,
  handle: (scope, { params }) => summariseSettlement(scope, params.session_id),
});
