import { isFailure } from "@/lib/core/errors/errors";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx, systemDb } from "@/lib/db/client";
import type { Answer, KeyedRequest } from "../claim";
import { type KeyedWrite, runOnce } from "../run-once";

export const answerOf = (text: string): Answer => ({
  status: 201,
  headers: { "x-kind": text },
  body: `{"n":"${text}"}`,
});

export function requestOf(changes: Partial<KeyedRequest> = {}): KeyedRequest {
  const request = { method: "POST", path: "/v1/things", key: "k", requestHash: "hash" };
  return { ...request, requestId: newId("request"), ...changes };
}

/** The effect of the tests' write: an audit entry. */
export const haveEffect = (scope: Scope, write: KeyedWrite<Answer>, text: string) =>
  asOrganisationTx(scope.organisationId, async (db) => {
    await db.sql`
      insert into audit_entries (id, organisation_id, actor, action, subject, details)
      values (${newId("auditEntry")}, ${scope.organisationId}, 'test', 'effect', ${write.sessionId}, '{}')`;
    await write.storeAnswer(db, answerOf(text));
    return answerOf(text);
  });

/** Returns the reserved ids of the effects of an organisation. */
export async function effectsOf({ organisationId }: Scope): Promise<string[]> {
  const rows = await systemDb().sql<{ subject: string }[]>`
    select subject from audit_entries where organisation_id = ${organisationId} and action = 'effect'`;
  return rows.map(({ subject }) => subject);
}

export type Execute = (write: KeyedWrite<Answer>) => Promise<Answer>;

/** Sends a request; 404 is stored, `invalid_request` forgets the key. */
export function send(scope: Scope, request: KeyedRequest, execute: Execute) {
  const stateAfter = (thrown: unknown) => {
    if (!isFailure(thrown)) return "retry";
    if (thrown.code === "not_found") return { status: 404, headers: {}, body: "not found" };
    return thrown.code === "invalid_request" ? "forget" : "retry";
  };
  return runOnce(scope, request, { execute, stateAfter });
}
