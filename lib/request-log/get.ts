import type { z } from "zod";
import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { readAsOrganisation } from "@/lib/db/client";
import type { requestLog } from "@/lib/db/schema";
import type { RequestDetail } from "./contract";
import { toRequestJson } from "./list";
import { hasId } from "./search";

type Row = typeof requestLog.$inferSelect;

/** Gets a call by its request id, with its masked bodies. Throws `Failure("not_found")`. */
export function getRequest(scope: Scope, id: Id<"request">): Promise<z.output<typeof RequestDetail>> {
  return readAsOrganisation(scope, async (db) => {
    const [row] = await db.sql<Row[]>`
      select * from request_log r
      where r.organisation_id = ${scope.organisationId} and r.mode = ${scope.mode} and ${hasId(db, id)}`;
    if (!row) throw notFound("request");
    return {
      ...toRequestJson(row),
      session_id: row.sessionId,
      address: row.address,
      request_body: row.requestBody,
      response_body: row.responseBody,
    };
  });
}
