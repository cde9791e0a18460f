/** Guarantee: a bank whose API hangs delays no confirmation of another connection. */

import { afterAll, expect, test, vi } from "vitest";
import { startNombaEmulator } from "@/lib/bank/testing/emulators/nomba";
import { notify, startLivePaystack } from "@/lib/catch-up/testing/paystack";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "../recording/record";
import { createIncomingCredit, openTestSession } from "../testing/sessions";
import { startPaymentConfirmation, stopPaymentConfirmation } from "./poll";

const nomba = await startNombaEmulator({ clientId: "client", clientSecret: "secret", accountId: "parent" });
const paystack = await startLivePaystack({
  ...{ BANK_CONFIRMATION: "paystack:500", BANK_PROVIDERS: "paystack,nomba", NOMBA_BASE_URL: nomba.baseUrl },
  ...{ NOMBA_CLIENT_ID: "client", NOMBA_CLIENT_SECRET: "secret", NOMBA_ACCOUNT_ID: "parent" },
  NOMBA_SIGNATURE_KEY: "signature",
});
afterAll(() => Promise.all([nomba.close(), paystack.close()]));
useTestDatabase();

type Session = Awaited<ReturnType<typeof openTestSession>>;
const readStatus = async ({ sessionId }: Session) => {
  const rows = await systemDb().sql<{ status: string }[]>`
    select status from transactions where session_id = ${sessionId}`;
  return rows.map(({ status }) => status).join();
};

/** Records a successful payment at Nomba, whose confirmation query takes `delayMs`. */
async function payAtSlowNomba({ sessionId, account }: Session, delayMs: number) {
  await systemDb()
    .sql`update sessions set account_connection_id = 'bnk_nomba' where session_id = ${sessionId}`;
  const { key: paymentKey } = nomba.ledger.pay(account, 10_000n, { key: "slow" });
  await recordCredit(
    createIncomingCredit(
      { account, paymentKey, needsConfirmation: true },
      { mode: "live", provider: "nomba" },
    ),
  );
  nomba.delay(delayMs);
}

test("a payment that is reported while another bank's API hangs is confirmed meanwhile", async () => {
  const [slow, other] = [await openTestSession("live"), await openTestSession("live")];
  await payAtSlowNomba(slow, 5_000);
  nomba.requests.length = 0;
  startPaymentConfirmation();
  try {
    await vi.waitFor(() => expect(nomba.requests.length).toBeGreaterThan(0), { timeout: 3_000 });
    await notify(paystack.ledger.pay(other.account, 60_000n, { key: "meanwhile" }));
    expect(await readStatus(other)).toBe("pending");
    await vi.waitFor(async () => expect(await readStatus(other)).toBe("successful"), { timeout: 4_000 });
    expect(await readStatus(slow)).toBe("pending");
    await vi.waitFor(async () => expect(await readStatus(slow)).toBe("successful"), { timeout: 15_000 });
  } finally {
    stopPaymentConfirmation();
  }
}, 40_000);
