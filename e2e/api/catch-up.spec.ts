import { getProvider } from "@/lib/bank";
import type { EmulatedPayment } from "@/lib/bank/testing/emulators/ledger";
import { startNombaEmulator } from "@/lib/bank/testing/emulators/nomba";
import { formatKobo } from "@/lib/core/money";
import { takingsOf } from "../command-line";
import { createApi, expect, expectData, type SessionData, sessionBody, test } from "../fixtures";
import { send } from "../http-client";
import { createDeployment } from "../service";

// The deployment of this test runs the product's own HTTP server in both projects.
test.skip(({ isNext }) => isNext, "starts processes of its own, whichever server the project tests");

const BANK = { clientId: "client", clientSecret: "secret", accountId: "parent" };
const SIGNATURE_KEY = "signature-key-of-the-emulator";
const LIST = "GET /v1/transactions/accounts";
const LOST = 0.1;
const DOUBLED = 0.05;
const PAYMENTS = 120;
const CATCH_UP_SECONDS = 2;

/** The notification that Nomba signs for a payment. */
function compose({ key: paymentKey, amount, account, senderName, narration, paidAt }: EmulatedPayment) {
  return getProvider("nomba").compose(
    {
      ...{ paymentKey, amount, account, senderName, narration, paidAt },
      ...{ channel: "bank_transfer", status: "successful", device: "", bankRef: paymentKey },
      ...{ senderAccount: "0123456789", senderBank: "058" },
    },
    SIGNATURE_KEY,
  );
}

test("lost notifications are found in the bank's list by two processes, also after kill -9, an ended token and a 429", async () => {
  test.setTimeout(240_000);
  const nomba = await startNombaEmulator(BANK);
  const settings = {
    BANK_MODE: "live",
    BANK_PROVIDERS: "nomba",
    AUTH_URL: "https://takings.example",
    TRUST_PROXY: "none",
    NOMBA_BASE_URL: nomba.baseUrl,
    NOMBA_CLIENT_ID: BANK.clientId,
    NOMBA_CLIENT_SECRET: BANK.clientSecret,
    NOMBA_ACCOUNT_ID: BANK.accountId,
    NOMBA_SIGNATURE_KEY: SIGNATURE_KEY,
    BANK_CATCH_UP_SECONDS: String(CATCH_UP_SECONDS),
  };
  const deployment = createDeployment(settings);
  const [doomed, survivor] = [await deployment.start(), await deployment.start()];
  const command = { ...settings, DATA_DIR: deployment.dataDir };
  try {
    const { api_key: apiKey } = await takingsOf<{ api_key: string }>(
      command,
      ...["keys", "issue", "--organisation", "Live", "--mode", "live"],
    );
    const api = createApi(survivor.address, apiKey);
    const session = expectData<SessionData>(await api.post("/v1/sessions", sessionBody()), 201);
    const account = session.collection_account?.account_number ?? "";
    const post = (payment: EmulatedPayment) => {
      const { headers, body: raw } = compose(payment);
      return send(survivor.address, { method: "POST", path: "/v1/webhooks/bank", headers, raw });
    };
    const read = async () => {
      const path = `/v1/reconciliation/${session.session_id}`;
      const { total_inflow, transaction_count, pending_count } = expectData<Record<string, unknown>>(
        await api.get(path),
      );
      return { total_inflow, transaction_count, pending_count };
    };

    const paid = Array.from({ length: PAYMENTS }, (_, nth) =>
      nomba.ledger.pay(account, 10_000n + BigInt(nth)),
    );
    const total = formatKobo(paid.reduce((sum, { amount }) => sum + amount, 0n));
    const everything = { total_inflow: total, transaction_count: PAYMENTS, pending_count: 0 };
    const lost = paid.slice(0, PAYMENTS * LOST);
    nomba.fail(LIST, "rate_limited");
    const arriving = paid.slice(lost.length);
    const doubled = arriving.slice(0, PAYMENTS * DOUBLED);
    const posted = [...arriving, ...doubled].map(post);
    nomba.logInElsewhere();
    await expect.poll(() => nomba.count(LIST), { intervals: [5], timeout: 60_000 }).toBeGreaterThan(0);
    await doomed.kill();
    nomba.logInElsewhere();
    for (const answer of await Promise.all(posted)) expect(answer.status).toBe(200);

    await expect.poll(read, { timeout: 120_000 }).toEqual(everything);
    for (const payment of lost) expect((await post(payment)).status).toBe(200);
    expect(await read()).toEqual(everything);

    const late = nomba.ledger.pay(account, 77_700n);
    await expect
      .poll(read, {
        timeout: 20_000,
        message: "a payment without a notification is found within the interval",
      })
      .toMatchObject({ transaction_count: PAYMENTS + 1 });
    expect((await post(late)).status).toBe(200);
    expect(await read()).toMatchObject({ transaction_count: PAYMENTS + 1, pending_count: 0 });
    expect(await takingsOf<{ differences: unknown[] }>(command, "verify")).toMatchObject({ differences: [] });
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const again = await takingsOf<object[]>(command, "catch-up", "--from", from);
    expect(again).toEqual([{ connection_id: "bnk_nomba", listed: PAYMENTS + 1, found: 0 }]);
  } finally {
    await survivor.stop();
    deployment.remove();
    await nomba.close();
  }
});
