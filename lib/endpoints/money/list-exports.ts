import { notFound } from "@/lib/core/errors/errors";
import { localDay } from "@/lib/core/format/format-date";
import { isId } from "@/lib/core/ids";
import { exportOperators, exportSettlements, exportTerminals } from "@/lib/exports";
import { fileResponse } from "@/lib/http/response/file-response";
import type { MemberHandler } from "@/lib/http/serve";
import { requireGet } from "./exports";

/** Creates the handler that returns one of an event's lists as a file, with the session's version in the headers. */
const createListExport =
  (what: "terminals" | "operators" | "settlements", list: typeof exportTerminals): MemberHandler =>
  async (request, scope, { params: { session_id: sessionId } }) => {
    requireGet(request);
    if (typeof sessionId !== "string" || !isId("session", sessionId)) throw notFound("session");
    const { version, eventName, bytes } = await list(scope, sessionId);
    return fileResponse({
      bytes,
      type: "text/csv; charset=utf-8",
      name: `${eventName} ${what} ${localDay(new Date())}.csv`.replace(/[\\/:*?"<>|\r\n]+/g, " "),
      headers: { "x-session-version": String(version) },
    });
  };

export const terminalsExportHandler = createListExport("terminals", exportTerminals);
export const operatorsExportHandler = createListExport("operators", exportOperators);
export const settlementsExportHandler = createListExport("settlements", exportSettlements);
