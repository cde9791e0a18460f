import { afterEach, describe, expect, it } from "vitest";
import type { Emulator, Fault } from "./testing/emulators/emulator";
import { ISSUERS } from "./testing/emulators/issuers";

/** A bank's references have up to 42 characters, Nomba's at least sixteen. */
const SESSION = "ses_01m86m8an8bx56e7cbahqc5ne7";
const OTHER = "ses_01m86m8an8bx56e7cbahqc5ne8";

let bank: Emulator | undefined;
afterEach(() => bank?.close());

async function start(name: string) {
  const issuer = ISSUERS[name];
  if (!issuer) throw new Error(`There is no issuer ${name}`);
  const { adapter, credentials, accountsOf } = issuer;
  const started = await issuer.start();
  bank = started;
  const context = { credentials, baseUrl: started.baseUrl, businessTimeZone: "Africa/Lagos" };
  return {
    ...issuer,
    bank: started,
    count: () => accountsOf(started).length,
    provision: async (reference = SESSION) => {
      if (!adapter.provisionAccount) throw new Error(`${name} issues no accounts`);
      return adapter.provisionAccount({ reference, name: "Afro Nation" }, context);
    },
    closeAccount: async (accountNumber: string, reference = SESSION) => {
      if (!adapter.closeAccount) throw new Error(`${name} closes no accounts`);
      return adapter.closeAccount({ reference, accountNumber }, context);
    },
  };
}

describe.each(Object.keys(ISSUERS))("an account at %s", (name) => {
  it("is the same for a repetition, and another one for another session", async () => {
    const { provision, count } = await start(name);
    const { accountNumber } = await provision();
    expect(accountNumber).toMatch(/^\d{10}$/);
    expect((await provision()).accountNumber).toBe(accountNumber);
    expect((await provision(OTHER)).accountNumber).not.toBe(accountNumber);
    expect(count()).toBe(2);
  });

  it.each(["lost", "half", "slow"] as const)("is found by a retry if the answer was %s", async (fault) => {
    const { bank, open, provision, count } = await start(name);
    bank.fail(open, fault);
    const first = await provision().catch((thrown: unknown) => thrown);
    if (fault !== "slow") expect(first).toMatchObject({ code: "unavailable" });
    const found = await provision();
    expect((await provision()).accountNumber).toBe(found.accountNumber);
    expect(count()).toBe(1);
  });

  it.each([
    ["the credentials are refused", "logIn", { status: 401, body: {} }, 2, "5"],
    ["the bank fails", "open", "error", 1, "5"],
    ["there are too many requests", "open", "rate_limited", 1, "7"],
    ["the connection breaks", "logIn", "dead", 1, "5"],
    ["the answer has another shape", "open", { status: 200, body: {} }, 1, "5"],
  ] as [string, "logIn" | "open", Fault, number, string][])(
    "is unavailable with a retry time if %s",
    async (_, at, fault, times, retryAfter) => {
      const issuer = await start(name);
      issuer.bank.fail(issuer[at], fault, times);
      const failure = { code: "unavailable", headers: { "retry-after": retryAfter } };
      await expect(issuer.provision()).rejects.toMatchObject(failure);
      expect(issuer.count()).toBe(0);
    },
  );
});

describe.each(Object.keys(ISSUERS).filter((name) => ISSUERS[name]?.close))(
  "closing an account at %s",
  (name) => {
    it("closes it once, and only if the number is the session's", async () => {
      const { bank, close = "", provision, closeAccount } = await start(name);
      const { accountNumber } = await provision();
      const { accountNumber: other } = await provision(OTHER);
      expect(await closeAccount(other)).toBe("absent");
      expect(await closeAccount(accountNumber, "ses_99")).toBe("absent");
      expect(bank.count(close)).toBe(0);
      bank.fail(close, "lost");
      await expect(closeAccount(accountNumber)).rejects.toMatchObject({ code: "unavailable" });
      expect(await closeAccount(accountNumber)).toBe("absent");
      expect(await closeAccount(other, OTHER)).toBe("closed");
      expect(bank.count(close)).toBe(2);
    });

    it("is refused, and not absent, if the bank refuses to look it up", async () => {
      const { bank, find = "", close = "", provision, closeAccount } = await start(name);
      const { accountNumber } = await provision();
      bank.fail(find, { status: 403, body: { code: "403", message: "Not allowed" } });
      await expect(closeAccount(accountNumber)).rejects.toMatchObject({ code: "bank_refused" });
      expect(bank.count(close)).toBe(0);
      expect(await closeAccount(accountNumber)).toBe("closed");
    });
  },
);

describe.each(Object.keys(ISSUERS).filter((name) => ISSUERS[name]?.expireToken))("a token of %s", (name) => {
  it("is requested once for concurrent calls, and once again if it is refused", async () => {
    const { bank, logIn, expireToken, provision, count } = await start(name);
    const provisionEach = (prefix: string) =>
      Promise.all(Array.from({ length: 8 }, (_, nth) => provision(`${SESSION.slice(0, -2)}${prefix}${nth}`)));
    await provisionEach("a");
    expect(bank.count(logIn)).toBe(1);
    expireToken?.(bank);
    await provisionEach("b");
    expect(bank.count(logIn)).toBe(2);
    expect(count()).toBe(16);
  });
});
