import type { z } from "zod";
import { recordAudit } from "@/lib/audit";
import { type Id, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx } from "@/lib/db/client";
import { operators } from "@/lib/db/schema";
import { incrementSessionVersion } from "@/lib/db/session-state";
import type { KeyedWrite } from "@/lib/idempotency";
import type { AddOperator } from "./contract";
import { toOperatorJson } from "./operator-json";

/** Adds an operator to a session, as a cashier unless a role is given (§4.4). Throws `Failure("not_found")`. */
export function addOperator(
  scope: Scope,
  sessionId: Id<"session">,
  request: z.output<typeof AddOperator>,
  write?: KeyedWrite<ReturnType<typeof toOperatorJson>>,
) {
  const row = {
    sessionId,
    id: newId("operator"),
    organisationId: scope.organisationId,
    mode: scope.mode,
    name: request.name,
    email: request.email ?? null,
    phone: request.phone ?? null,
    role: request.role ?? "cashier",
    createdAt: new Date(),
  };
  return asOrganisationTx(scope.organisationId, async (db) => {
    await incrementSessionVersion(db, scope, sessionId);
    await db.orm.insert(operators).values(row);
    await recordAudit(db, scope, {
      action: "added_operator",
      subject: row.id,
      sessionId,
      details: { operator: row.name, role: row.role },
    });
    const added = toOperatorJson(row);
    await write?.storeAnswer(db, added);
    return added;
  });
}
