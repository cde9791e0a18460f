/** Guarantee: a bank whose API hangs does not delay reading the list of another connection. */

import { afterAll, expect, test, vi } from "vitest";
import { startNombaEmulator } from "@/lib/bank/testing/emulators/nomba";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { readDueLists, startCatchUp, stopCatchUp } from "./index";
import { startLivePaystack } from "./testing/paystack";

const nomba = await startNombaEmulator({ clientId: "client", clientSecret: "secret", accountId: "parent" });
const paystack = await startLivePaystack({
  ...{ BANK_PROVIDERS: "paystack,nomba", NOMBA_BASE_URL: nomba.baseUrl },
  ...{ NOMBA_CLIENT_ID: "client", NOMBA_CLIENT_SECRET: "secret", NOMBA_ACCOUNT_ID: "parent" },
  NOMBA_SIGNATURE_KEY: "signature",
});
afterAll(() => Promise.all([nomba.close(), paystack.close()]));
useTestDatabase();

const makeDue = (id: string) => systemDb().sql`
  update bank_polls set due_at = clock_timestamp() where bank_connection_id = ${id}`;

test("a payment without a notification is found in a list that becomes due while another bank's API hangs", async () => {
  const { sessionId, account } = await openTestSession("live");
  await readDueLists();
  nomba.requests.length = 0;
  nomba.delay(8_000);
  await makeDue("bnk_nomba");
  startCatchUp();
  try {
    await vi.waitFor(() => expect(nomba.requests.length).toBeGreaterThan(0), { timeout: 5_000 });
    paystack.ledger.pay(account, 10_000n, { key: "lost", paidAt: new Date(Date.now() - 300_000) });
    await makeDue("bnk_paystack");
    const found = () => systemDb().sql`select status from transactions where session_id = ${sessionId}`;
    await vi.waitFor(async () => expect(await found()).toHaveLength(1), { timeout: 5_000 });
  } finally {
    await stopCatchUp();
  }
}, 30_000);
