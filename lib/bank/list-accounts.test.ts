import { afterEach, describe, expect, it } from "vitest";
import { flutterwave } from "./flutterwave/provider";
import { lenco } from "./lenco/provider";
import { monnify } from "./monnify/provider";
import { nomba } from "./nomba/provider";
import type { ListedAccount } from "./provider";
import type { Emulator, Reply } from "./testing/emulators/emulator";
import { ISSUERS } from "./testing/emulators/issuers";

/** The route of a bank's list of accounts, a page of rows that cannot be read, and the name of an account in the list. */
interface Lister {
  route: string;
  unreadable: Reply;
  name: string;
}

const LISTERS: Record<string, Lister> = {
  Paystack: {
    route: "GET /dedicated_account",
    unreadable: { status: 200, body: { status: true, data: [null, { id: 1, assigned: true }] } },
    name: "TAKINGS / AFRO NATION",
  },
  Nomba: {
    route: "POST /v1/accounts/virtual/list",
    unreadable: { status: 200, body: { code: "00", data: { results: [null, { bankName: "Nombank" }] } } },
    name: "Nomba/Afro Nation",
  },
};

let bank: Emulator | undefined;
afterEach(() => bank?.close());

async function start(name: string) {
  const [lister, issuer] = [LISTERS[name], ISSUERS[name]];
  if (!lister || !issuer) throw new Error(`There is no bank ${name}`);
  const { adapter, credentials } = issuer;
  const started = await issuer.start();
  bank = started;
  const context = { credentials, baseUrl: started.baseUrl, businessTimeZone: "Africa/Lagos" };
  const reference = (nth: number) => `ses_01m86m8an8bx56e7cbahqc${String(nth).padStart(4, "0")}`;
  async function listAll() {
    const pages: ListedAccount[][] = [];
    let cursor: string | undefined;
    do {
      const page = await adapter.listAccounts?.({ ...(cursor && { cursor }) }, context);
      pages.push(page?.accounts ?? []);
      cursor = page?.nextCursor;
    } while (cursor);
    return pages;
  }
  return {
    ...lister,
    ...issuer,
    bank: started,
    listAll,
    open: async (nth: number) =>
      (await adapter.provisionAccount?.({ reference: reference(nth), name: "Afro Nation" }, context))
        ?.accountNumber ?? "",
    close: (nth: number, accountNumber: string) =>
      adapter.closeAccount?.({ reference: reference(nth), accountNumber }, context),
  };
}

describe.each(Object.keys(LISTERS))("the list of accounts of %s", (name) => {
  it("is empty for a business without accounts", async () => {
    const { listAll } = await start(name);
    expect(await listAll()).toEqual([[]]);
  });

  it("has every account once, page by page, with its bank and name", async () => {
    const lister = await start(name);
    const numbers: string[] = [];
    for (let nth = 0; nth < 51; nth++) numbers.push(await lister.open(nth));
    const pages = await lister.listAll();
    expect(pages.map(({ length }) => length)).toEqual([50, 1]);
    const listed = pages.flat();
    expect(listed.map(({ accountNumber }) => accountNumber).toSorted()).toEqual(numbers.toSorted());
    const bankName = name === "Nomba" ? "Nombank MFB" : "Wema Bank";
    expect(listed[0]).toMatchObject({ bankName, bankAccountName: lister.name, isOpen: true });
  });

  it("says which accounts are closed", async () => {
    const { open, close, listAll } = await start(name);
    const [closed, kept] = [await open(1), await open(2)];
    expect(await close(1, closed)).toBe("closed");
    const states = (await listAll()).flat().map((one) => [one.accountNumber, one.isOpen]);
    expect(Object.fromEntries(states)).toEqual({ [closed]: false, [kept]: true });
  });

  it("leaves out rows without an account number", async () => {
    const { bank, route, unreadable, listAll } = await start(name);
    bank.fail(route, unreadable);
    expect(await listAll()).toEqual([[]]);
  });

  it("is refused or unavailable as the bank answers", async () => {
    const { bank, route, listAll } = await start(name);
    bank.fail(route, { status: 403, body: { status: false, message: "Not allowed", code: "05" } });
    await expect(listAll()).rejects.toMatchObject({ code: "bank_refused" });
    bank.fail(route, { status: 401, body: {} }, 2);
    await expect(listAll()).rejects.toMatchObject({ code: "unavailable" });
    bank.fail(route, "error");
    await expect(listAll()).rejects.toMatchObject({ code: "unavailable" });
  });
});

it("Nomba's list is filtered by an account's number", async () => {
  const { open, bank, credentials } = await start("Nomba");
  const [wanted] = [await open(1), await open(2)];
  const context = { credentials, baseUrl: bank.baseUrl, businessTimeZone: "Africa/Lagos" };
  const listed = await nomba.listAccounts?.({ accountNumber: wanted }, context);
  expect(listed?.accounts.map(({ accountNumber }) => accountNumber)).toEqual([wanted]);
});

it.each([monnify, lenco, flutterwave])("$name lists no accounts", ({ listAccounts }) => {
  expect(listAccounts).toBeUndefined();
});
