import { z } from "zod";
import { Failure, notFound } from "@/lib/core/errors/errors";
import { localDay } from "@/lib/core/format/format-date";
import { isId } from "@/lib/core/ids";
import { EXPORT_FORMATS, exportPayments } from "@/lib/exports";
import { parseInput, readQuery } from "@/lib/http/request/validation";
import { fileResponse } from "@/lib/http/response/file-response";
import type { MemberHandler } from "@/lib/http/serve";
import { PaymentFilters } from "@/lib/payment-search/contract";

const ExportQuery = PaymentFilters.extend({ format: z.enum(EXPORT_FORMATS) });
const TYPES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** Throws `Failure("method_not_allowed")` unless the method is GET: Next would run a whole export for HEAD. */
export function requireGet({ method }: Request): void {
  if (method !== "GET") throw new Failure("method_not_allowed", { headers: { allow: "GET" } });
}

/** Returns the payments of a session that match the filters as a file, with the session's version in the headers. */
export const exportHandler: MemberHandler = async (request, scope, { params: { session_id: sessionId } }) => {
  requireGet(request);
  if (typeof sessionId !== "string" || !isId("session", sessionId)) throw notFound("session");
  const query = readQuery(new URL(request.url), Object.keys(ExportQuery.shape));
  const { format, ...filters } = parseInput(ExportQuery, query, "query");
  const { version, eventName, bytes } = await exportPayments(scope, { sessionId, filters, format });
  return fileResponse({
    bytes,
    type: TYPES[format],
    name: `${eventName} payments ${localDay(new Date())}.${format}`.replace(/[\\/:*?"<>|\r\n]+/g, " "),
    headers: { "x-session-version": String(version) },
  });
};
