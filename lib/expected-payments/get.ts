import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";
import { type ExpectedPaymentRow, expectedPaymentColumns, toExpectedPaymentJson } from "./rows";

/** Returns one of the caller's expected payments. Throws `Failure("not_found")`. */
export function getExpectedPayment(scope: Scope, id: Id<"expectedPayment">) {
  return asOrganisation(scope.organisationId, async (db) => {
    const [row] = await db.sql<ExpectedPaymentRow[]>`
      select ${expectedPaymentColumns(db)} from expected_payments e
      where e.id = ${id} and e.organisation_id = ${scope.organisationId} and e.mode = ${scope.mode}`;
    if (!row) throw notFound("expected payment");
    return toExpectedPaymentJson(row);
  });
}
