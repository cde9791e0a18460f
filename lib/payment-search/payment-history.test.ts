/** Guarantee: a payment's history shows each change once, and receivers of its events only to members who may see webhooks. */
import { expect, test } from "vitest";
import { type Id, newId } from "@/lib/core/ids";
import { MEMBER_ROLES, roleHasPermission } from "@/lib/core/roles";
import { systemDb } from "@/lib/db/client";
import { newSigningSecret } from "@/lib/security/signing-secret";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { createOrganisationEndpoint } from "@/lib/webhooks";
import { addSecret } from "@/lib/webhooks/testing/deliveries";
import { getPayment } from "./index";

process.env.WEBHOOK_ALLOW_CIDRS = "127.0.0.0/8";
process.env.WEBHOOK_ALLOW_HTTP = "true";
useTestDatabase();

/** Records a payment that is pending first, with an endpoint of its session and one of the organisation. */
async function recordInTwoSteps() {
  const { scope, sessionId, account } = await openTestSession("test", "http://127.0.0.1:9/session");
  await addSecret(scope.organisationId, newSigningSecret(), null);
  const url = "http://127.0.0.1:9/organisation";
  await createOrganisationEndpoint(scope, { name: "", url, eventTypes: ["transaction.received"] });
  const paymentKey = newId("transaction");
  for (const status of ["pending", "successful"] as const)
    await recordCredit(createIncomingCredit({ account, paymentKey, status }));
  const [row] = await systemDb().sql<{ id: Id<"transaction"> }[]>`
    select id from transactions where session_id = ${sessionId}`;
  return { scope, ref: { sessionId, transactionId: row?.id ?? newId("transaction") } };
}

test.each(MEMBER_ROLES)(
  "a change of status is shown once to %s, and what was sent by permission",
  async (role) => {
    const { scope, ref } = await recordInTwoSteps();
    const actor = { memberId: newId("member"), email: "ada@example.com", name: "Ada", role };
    const { steps } = await getPayment({ ...scope, actor }, ref);
    const count = (kind: string) => steps.filter((step) => step.kind === kind).length;
    expect(count("status_changed")).toBe(1);
    expect(count("sent")).toBe(roleHasPermission(role, "see_webhooks") ? 4 : 0);
  },
);
