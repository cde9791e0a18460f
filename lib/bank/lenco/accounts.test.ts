import { afterEach, describe, expect, it, vi } from "vitest";
import { log } from "@/lib/log";
import type { Fault } from "../testing/emulators/emulator";
import { startLencoEmulator } from "../testing/emulators/lenco";
import { provisionAccount } from "./accounts";

type Options = Omit<Parameters<typeof startLencoEmulator>[0], "token">;
const CREATE = "POST /virtual-accounts";

let bank: Awaited<ReturnType<typeof startLencoEmulator>> | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await bank?.close();
});

async function start(options: Options = {}) {
  const started = await startLencoEmulator({ token: "token", ...options });
  bank = started;
  const credentials = { LENCO_API_TOKEN: "token", LENCO_BVN: "22222222222" };
  const context = { credentials, baseUrl: started.baseUrl, businessTimeZone: "Africa/Lagos" };
  return {
    bank: started,
    provision: (reference = "ses_01") => provisionAccount({ reference, name: "Afro Nation" }, context),
  };
}

describe("an account at Lenco", () => {
  it("is a static one of its own under our reference", async () => {
    const { bank, provision } = await start();
    const first = await provision();
    expect(first).toEqual({
      accountNumber: bank.accounts[0]?.number,
      bankName: "Wema Bank",
      bankCode: "035",
      bankAccountName: "LENCO(Afro Nation)",
    });
    expect(bank.requests.at(-1)?.body).toEqual({
      accountName: "Afro Nation",
      isStatic: true,
      transactionReference: "ses_01",
      bvn: "22222222222",
      createNewAccount: true,
    });
    expect((await provision("ses_02")).accountNumber).not.toBe(first.accountNumber);
  });

  it("is opened with a warning if Lenco lists no accounts", async () => {
    const warn = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    const { bank, provision } = await start({ listsAccounts: false });
    await provision();
    expect(bank.accounts).toHaveLength(1);
    expect(warn).toHaveBeenCalledWith(
      { session: "ses_01" },
      "lenco lists no accounts; a retry may open a second account",
    );
  });

  const account = (change: object): Fault => {
    const bankAccount = {
      accountName: "LENCO(X)",
      accountNumber: "9930000902",
      bank: { code: "000017", name: "Wema Bank" },
    };
    return { status: 200, body: { status: true, message: "exists", data: { bankAccount, ...change } } };
  };

  it.each([
    ["several accounts are not enabled", { allowsNewAccounts: false }, undefined, "not permitted"],
    [
      "the account is another event's",
      {},
      account({ meta: { transactionReference: "ses_99" } }),
      "another event",
    ],
    ["the account is not active", {}, account({ status: "blacklisted" }), "not active"],
    ["the account expires", {}, account({ expiresAt: "2026-11-24T12:00:00Z" }), "expires"],
    [
      "a 200 has the status false",
      {},
      { status: 200, body: { status: false, message: "BVN unknown" } },
      "BVN unknown",
    ],
  ] as [string, Options, Fault | undefined, string][])(
    "is refused for good if %s",
    async (_, options, fault, reason) => {
      const { bank, provision } = await start(options);
      if (fault) bank.fail(CREATE, fault);
      await expect(provision()).rejects.toMatchObject({
        code: "bank_refused",
        headers: {},
        detail: expect.stringContaining(reason),
      });
    },
  );
});
