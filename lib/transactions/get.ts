import type { z } from "zod";
import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";
import type { Transaction } from "./contract";
import { type TransactionRow, toTransactionJson, transactionColumns } from "./rows";

/** Gets one transaction (§4.10). Throws `Failure("not_found")`. */
export function getTransaction(scope: Scope, id: Id<"transaction">): Promise<z.output<typeof Transaction>> {
  return asOrganisation(scope.organisationId, async (db) => {
    const [row] = await db.sql<TransactionRow[]>`
      select ${transactionColumns(db)} from transactions t
      where t.id = ${id} and t.organisation_id = ${scope.organisationId} and t.mode = ${scope.mode}`;
    if (!row) throw notFound("transaction");
    return toTransactionJson(row);
  });
}
