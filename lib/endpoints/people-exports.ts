import { notFound } from "@/lib/core/errors";
import { lagosDay } from "@/lib/core/format-date";
import { isId } from "@/lib/core/ids";
import { exportOperators, exportTerminals } from "@/lib/exports";
import { fileResponse } from "@/lib/http/file-response";
import type { MemberHandler } from "@/lib/http/serve";
import { requireGet } from "./exports";

/** Answers one of an event's lists as a file, and says of which version it is. */
const listAs =
  (what: "terminals" | "operators", list: typeof exportTerminals): MemberHandler =>
  async (request, scope, { params: { session_id: sessionId } }) => {
    requireGet(request);
    if (typeof sessionId !== "string" || !isId("session", sessionId)) throw notFound("session");
    const { version, eventName, bytes } = await list(scope, sessionId);
    return fileResponse({
      bytes,
      type: "text/csv; charset=utf-8",
      name: `${eventName} ${what} ${lagosDay(new Date())}.csv`.replace(/[\\/:*?"<>|\r\n]+/g, " "),
      headers: { "x-session-version": String(version), etag: `"${version}"` },
    });
  };

export const terminalsExportHandler = listAs("terminals", exportTerminals);
export const operatorsExportHandler = listAs("operators", exportOperators);
