import { getProvider, type RawNotification, type SimulatedCredit, verifyingSecret } from "@/lib/bank";
import { SAMPLE } from "@/lib/bank/testing/notifications";
import { respondByCall, startBankApi } from "@/lib/bank/testing/server";
import type { Mode } from "@/lib/core/scope";
import type { ProviderName } from "@/lib/env";

/** The account number in Nomba's published sample. */
export const NOMBA_ACCOUNT = "5343270516";

/**
 * Sets up live mode for a test file: a stub of Nomba's API that issues the same account number to every request, and the
 * secrets of the published samples. Call it before anything reads `env()`; the caller closes the result.
 */
export async function startLiveBanks() {
  const api = await startBankApi(
    respondByCall({
      "POST /v1/auth/token/issue": { status: 200, body: { code: "00", data: { access_token: "token" } } },
      "POST /v1/accounts/virtual": {
        status: 200,
        body: {
          code: "00",
          data: {
            bankAccountNumber: NOMBA_ACCOUNT,
            bankName: "Nombank MFB",
            bankAccountName: "Nomba/Night",
          },
        },
      },
    }),
  );
  Object.assign(process.env, {
    BANK_MODE: "live",
    AUTH_URL: "https://takings.example",
    TRUST_PROXY: "none",
    BANK_PROVIDERS: "nomba,monnify,paystack,lenco",
    NOMBA_BASE_URL: api.baseUrl,
    NOMBA_CLIENT_ID: "client",
    NOMBA_CLIENT_SECRET: "client secret",
    NOMBA_ACCOUNT_ID: "parent",
    NOMBA_SIGNATURE_KEY: "HkatexKDZg7CLWy96q5sfrVHSvtoz92B",
    MONNIFY_API_KEY: "key",
    MONNIFY_SECRET_KEY: "91MUDL9N6U3BQRXBQ2PJ9M0PW4J22M1Y",
    MONNIFY_CONTRACT_CODE: "contract",
    MONNIFY_BVN: "22222222222",
    PAYSTACK_SECRET_KEY: "live secret of the tests",
    PAYSTACK_PREFERRED_BANK: "wema-bank",
    PAYSTACK_CUSTOMER_EMAIL: "events@example.com",
    PAYSTACK_CUSTOMER_PHONE: "+2348000000000",
    LENCO_API_TOKEN: "lenco_test_token",
    AUTH_SECRET: "auth secret of the tests",
    JOB_SECRET: "job secret of the tests",
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  });
  return {
    close: api.close,
    /** The number of account requests that the stub received. */
    accountsOpened: () => api.requests.filter(({ call }) => call === "POST /v1/accounts/virtual").length,
  };
}

/** Builds a bank's notification of a payment, signed with the secret of a mode. */
export function composePaymentNotification(
  provider: ProviderName,
  mode: Mode,
  credit: Partial<SimulatedCredit>,
): RawNotification {
  const secret = verifyingSecret(provider, mode) ?? "";
  const { headers, body } = getProvider(provider).compose({ ...SAMPLE, ...credit }, secret);
  return { headers: new Headers(headers), body: Buffer.from(body) };
}
