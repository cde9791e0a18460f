import { z } from "zod";
import { Failure, notFound } from "@/lib/core/errors";
import { lagosDay } from "@/lib/core/format-date";
import { isId } from "@/lib/core/ids";
import { EXPORT_FORMATS, exportPayments } from "@/lib/exports";
import { fileResponse } from "@/lib/http/file-response";
import type { MemberHandler } from "@/lib/http/serve";
import { parseInput, readQuery } from "@/lib/http/validation";
import { PaymentFilters } from "@/lib/payment-search/contract";

const ExportQuery = PaymentFilters.extend({ format: z.enum(EXPORT_FORMATS) });
const TYPES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** Throws `Failure("method_not_allowed")` for HEAD, which Next would answer by an export that nobody takes. */
export function requireGet({ method }: Request): void {
  if (method !== "GET") throw new Failure("method_not_allowed", { headers: { allow: "GET" } });
}

/** Answers the payments of a session that pass the filters as a file, and says of which version it is. */
export const exportHandler: MemberHandler = async (request, scope, { params: { session_id: sessionId } }) => {
  requireGet(request);
  if (typeof sessionId !== "string" || !isId("session", sessionId)) throw notFound("session");
  const asked = readQuery(new URL(request.url), Object.keys(ExportQuery.shape));
  const { format, ...filters } = parseInput(ExportQuery, asked, "query");
  const { version, eventName, bytes } = await exportPayments(scope, { sessionId, filters, format });
  return fileResponse({
    bytes,
    type: TYPES[format],
    name: `${eventName} payments ${lagosDay(new Date())}.${format}`.replace(/[\\/:*?"<>|\r\n]+/g, " "),
    headers: { "x-session-version": String(version), etag: `"${version}"` },
  });
};
