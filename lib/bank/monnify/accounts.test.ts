import { afterEach, describe, expect, it, vi } from "vitest";
import type { Credentials } from "@/lib/env";
import type { AccountRequest } from "../provider";
import { startMonnifyEmulator } from "../testing/emulators/monnify";
import { closeAccount, provisionAccount } from "./accounts";

const RESERVE = "POST /api/v2/bank-transfer/reserved-accounts";
const LOGIN = "POST /api/v1/auth/login";

let bank: Awaited<ReturnType<typeof startMonnifyEmulator>> | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await bank?.close();
});

async function start(given: Credentials = { MONNIFY_BVN: "22222222222" }) {
  const keys = { apiKey: "MK_1", secretKey: "secret", contractCode: "5867418298" };
  const started = await startMonnifyEmulator(keys);
  bank = started;
  const credentials = {
    MONNIFY_API_KEY: keys.apiKey,
    MONNIFY_SECRET_KEY: keys.secretKey,
    MONNIFY_CONTRACT_CODE: keys.contractCode,
    ...given,
  };
  const context = { credentials, baseUrl: started.baseUrl, businessTimeZone: "Africa/Lagos" };
  return {
    bank: started,
    provision: (reference = "ses_01", share?: AccountRequest["share"]) =>
      provisionAccount({ reference, name: "Afro Nation", ...(share && { share }) }, context),
    close: (accountNumber: string, reference = "ses_01") =>
      closeAccount({ reference, accountNumber }, context),
  };
}

describe("an account at Monnify", () => {
  it("is reserved under our reference, with the name that the payer's bank shows", async () => {
    const { bank, provision } = await start();
    const account = await provision();
    expect(account).toEqual({
      accountNumber: bank.reservations[0]?.numbers.find(({ bankCode }) => bankCode === "035")?.accountNumber,
      bankName: "Wema bank",
      bankCode: "035",
      bankAccountName: "Afr",
    });
    expect(bank.requests.at(-1)?.body).toEqual({
      accountReference: "ses_01",
      accountName: "Afro Nation",
      currencyCode: "NGN",
      contractCode: "5867418298",
      customerEmail: "ses_01@events.example.com",
      customerName: "Afro Nation",
      bvn: "22222222222",
      getAllAvailableBanks: true,
    });
  });

  it("is reserved with the organisation's share of its payments", async () => {
    const { bank, provision } = await start();
    const incomeSplitConfig = [{ subAccountCode: "MFY_SUB_1", splitPercentage: 95, feeBearer: true }];
    await provision("ses_02", { provider: "monnify", incomeSplitConfig });
    expect(bank.requests.at(-1)?.body).toMatchObject({ accountReference: "ses_02", incomeSplitConfig });
  });

  it("is reserved at the preferred bank, by NIN and with the configured address", async () => {
    const { bank, provision } = await start({
      MONNIFY_NIN: "11111111111",
      MONNIFY_PREFERRED_BANK: "232",
      MONNIFY_CUSTOMER_EMAIL: "money@host.ng",
    });
    expect(await provision()).toMatchObject({ bankCode: "232" });
    expect(bank.requests.at(-1)?.body).toMatchObject({
      nin: "11111111111",
      customerEmail: "money@host.ng",
      getAllAvailableBanks: false,
      preferredBanks: ["232"],
    });
    expect(bank.requests.at(-1)?.body).not.toHaveProperty("bvn");
  });

  it("is the preferred bank's of a reservation at several", async () => {
    const { bank, provision } = await start({ MONNIFY_BVN: "22222222222", MONNIFY_PREFERRED_BANK: "232" });
    const numbers = ["035", "232"].map((bankCode) => ({
      bankCode,
      bankName: "A bank",
      accountNumber: `9930000${bankCode}`,
    }));
    bank.reservations.push({ reference: "ses_01", name: "Afro Nation", numbers, isOpen: true });
    expect(await provision()).toMatchObject({ accountNumber: "9930000232" });
  });

  it("exists under the event's name if Monnify states none", async () => {
    const { bank, provision } = await start();
    bank.fail(RESERVE, "lost");
    await expect(provision()).rejects.toMatchObject({ code: "unavailable" });
    // The reservation that exists states no account name.
    expect(await provision()).toMatchObject({ bankCode: "035", bankAccountName: "Afro Nation" });
    expect(bank.reservations).toHaveLength(1);
  });

  it("is unavailable if it is not active", async () => {
    const { bank, provision } = await start();
    const account = { bankCode: "035", bankName: "Wema", accountNumber: "9930000902" };
    const body = { responseBody: { status: "INACTIVE", accounts: [account] } };
    bank.fail(RESERVE, { status: 200, body });
    await expect(provision()).rejects.toMatchObject({ code: "unavailable", headers: { "retry-after": "5" } });
  });

  it.each([
    [
      "the preferred bank is not available",
      { MONNIFY_BVN: "22222222222", MONNIFY_PREFERRED_BANK: "999" },
      "Bank is not",
    ],
    [
      "the contract is another's",
      { MONNIFY_BVN: "22222222222", MONNIFY_CONTRACT_CODE: "1" },
      "Contract not found",
    ],
  ] as [string, Credentials, string][])("is refused for good if %s", async (_, given, reason) => {
    const { provision } = await start(given);
    await expect(provision()).rejects.toMatchObject({
      code: "bank_refused",
      headers: {},
      detail: expect.stringContaining(reason),
    });
  });

  it("is refused for good if Monnify refuses with the HTTP status 200", async () => {
    const { bank, provision } = await start();
    const body = { requestSuccessful: false, responseMessage: "Account limit reached", responseCode: "99" };
    bank.fail(RESERVE, { status: 200, body });
    await expect(provision()).rejects.toMatchObject({
      code: "bank_refused",
      detail: expect.stringContaining("Account limit reached"),
    });
  });
});

describe("a token of Monnify", () => {
  it("is replaced a minute before it expires", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { bank, provision } = await start();
    await provision();
    vi.setSystemTime(Date.now() + 3_530_000);
    await provision("ses_02");
    expect(bank.count(LOGIN)).toBe(1);
    vi.setSystemTime(Date.now() + 15_000);
    await provision("ses_03");
    expect(bank.count(LOGIN)).toBe(2);
  });

  it("is unavailable if the next one is refused too", async () => {
    const { bank, provision } = await start();
    bank.fail(RESERVE, { status: 401, body: {} }, 2);
    await expect(provision()).rejects.toMatchObject({ code: "unavailable" });
    expect(bank.count(LOGIN)).toBe(2);
  });
});
