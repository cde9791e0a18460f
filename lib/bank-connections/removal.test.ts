/** Guarantee: a connection stays while its bank has to be asked about a payment or a refund. */
import { afterAll, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { removeConnection } from "./index";
import { createConnectedOrganisation, startLivePaystack } from "./testing/paystack";

const SECRET = "sk_live_removed_0123456789";
const bank = await startLivePaystack(["sk_live_deployment", SECRET]);
afterAll(() => bank.close());
useTestDatabase();

test("a connection with a payment or a refund that is not final cannot be removed", async () => {
  const { scope, connectionId } = await createConnectedOrganisation(SECRET);
  const { sql } = systemDb();
  const [sessionId, transactionId] = [newId("session"), newId("transaction")];
  const remove = () => removeConnection(scope, { connectionId });
  await sql`
    insert into payment_confirmations (session_id, transaction_id, organisation_id, mode, provider, bank_connection_id,
      payment_key, due_at)
    values (${sessionId}, ${transactionId}, ${scope.organisationId}, 'live', 'paystack', ${connectionId}, 'key', now())`;
  await expect(remove()).rejects.toMatchObject({
    code: "conflict",
    detail: expect.stringContaining("Payments"),
  });
  await sql`delete from payment_confirmations where bank_connection_id = ${connectionId}`;
  await sql`
    insert into refunds (id, organisation_id, mode, session_id, transaction_id, bank_connection_id, payment_key, method, amount,
      reason, request_key, requested_by, requested_member_id, requested_at, state)
    values (${newId("refund")}, ${scope.organisationId}, 'live', ${sessionId}, ${transactionId}, ${connectionId}, 'key', 'bank', 100,
      'cancelled', 'request', 'ada@example.com', ${newId("member")}, now(), 'awaiting_approval')`;
  await expect(remove()).rejects.toMatchObject({
    code: "conflict",
    detail: expect.stringContaining("Refunds"),
  });
  await sql`delete from refunds where bank_connection_id = ${connectionId}`;
  await remove();
});
