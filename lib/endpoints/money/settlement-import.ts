import { endpoint } from "@/lib/http/endpoint";
import { importSessionSettlements } from "@/lib/settlement";
import { ImportSettlements, SettlementImport } from "@/lib/settlement/contract";
import { SessionParams } from "../params";

/** Imports a settlement file for the payments of a session, or returns its preview. */
export const importSettlementsEndpoint = endpoint({
  name: "import settlements of session",
  params: SessionParams,
  body: ImportSettlements,
  status: 200,
  response: SettlementImport,
  handle: async (scope, { params: { session_id: sessionId }, body }) => {
    const { lines, ...result } = await importSessionSettlements(scope, { ...body, sessionId });
    return {
      ...result,
      lines: lines.map((line) => ({
        line: line.line,
        payment_reference: line.paymentReference,
        settlement_reference: line.settlementReference,
        settled_on: line.settledOn,
        amount: line.amount,
        outcome: line.outcome,
        detail: line.detail ?? "",
      })),
    };
  },
});
