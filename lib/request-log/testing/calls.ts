import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { flushRequestLog, type LoggedCall, recordCall } from "../index";

/** Records a call of an organisation with these facts, and stores it. Returns its id. */
export async function logCalls(scope: Scope, ...calls: (Partial<LoggedCall> & { at?: Date })[]) {
  const ids = calls.map(({ at = new Date(), ...call }) => {
    const requestId = newId("request", at.getTime());
    recordCall({
      ...{ requestId, organisationId: scope.organisationId, mode: scope.mode, keyId: newId("apiKey") },
      ...{
        keyLabel: "Gate (tk_test_ab12…)",
        method: "GET",
        url: "http://localhost/v1/sessions",
        status: 200,
      },
      ...{
        durationMs: 12.34,
        address: "203.0.113.7",
        requestBytes: 0,
        requestBody: undefined,
        responseBody: "",
      },
      ...call,
    });
    return requestId;
  });
  await flushRequestLog();
  return ids;
}
