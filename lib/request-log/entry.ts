import { type Id, isId, timeOfId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/scope";
import type { requestLog } from "@/lib/db/schema";
import { MASK, maskBody, maskPath } from "./mask";

/** A call with an API key and its response, as the HTTP layer hands it over. */
export interface LoggedCall {
  requestId: Id<"request">;
  organisationId: Id<"organisation">;
  mode: Mode;
  keyId: Id<"apiKey">;
  /** The key's name and first characters. */
  keyLabel: string;
  method: string;
  url: string;
  status: number;
  durationMs: number;
  address: string;
  requestBytes: number;
  /** Absent if it has more than `MAX_LOGGED_BYTES`. */
  requestBody: Buffer | undefined;
  /** The text, "" if there was none; absent if it is streamed or has more than `MAX_LOGGED_BYTES`. */
  responseBody: string | undefined;
}

/** Larger bodies are not parsed, so that no entry occupies the event loop for more than a millisecond. */
export const MAX_LOGGED_BYTES = 65_536;

function describeRequestBody({ requestBytes, requestBody }: LoggedCall): string | null {
  if (requestBytes === 0) return null;
  return requestBody ? maskBody(requestBody.toString()) : `${MASK} ${requestBytes} bytes`;
}

function describeResponseBody({ responseBody }: LoggedCall): string | null {
  if (responseBody === undefined) return `${MASK} a long page`;
  return responseBody === "" ? null : maskBody(responseBody);
}

function findSessionId(path: string, responseBody: string | undefined): Id<"session"> | null {
  const named =
    /\bses_[0-9a-z]{26}\b/.exec(path)?.[0] ??
    /"session_id":"(ses_[0-9a-z]{26})"/.exec(responseBody ?? "")?.[1];
  return named !== undefined && isId("session", named) ? named : null;
}

type Row = typeof requestLog.$inferInsert;

/** Converts a call to the row that is stored: masked, and cut to size. */
export function toRow(call: LoggedCall): Row {
  const path = maskPath(call.url);
  return {
    organisationId: call.organisationId,
    mode: call.mode,
    at: new Date(timeOfId(call.requestId)),
    id: call.requestId,
    keyId: call.keyId,
    keyLabel: call.keyLabel,
    method: call.method,
    path,
    status: call.status,
    durationMs: Math.round(call.durationMs * 10) / 10,
    sessionId: findSessionId(path, call.responseBody),
    address: call.address,
    requestBody: describeRequestBody(call),
    responseBody: describeResponseBody(call),
  };
}
