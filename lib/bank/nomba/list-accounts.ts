import { z } from "zod";
import { requireData } from "../http-client";
import type { AccountListRequest, ListedAccounts, ProviderContext } from "../provider";
import { Account, numberOf, toAccountFields } from "./accounts";
import { callNomba } from "./session";

/** The accounts of a page. No maximum is documented [?]; that of the list of transactions is 50 [D]. */
const PAGE_SIZE = 50;
const Listed = z.object({
  data: z.object({ results: z.array(z.unknown()), cursor: z.string().nullish() }),
});

/**
 * Lists a page of the business's virtual accounts, which Nomba can filter by the account's number [D]. Rows without a
 * number are left out; an expired account is closed. Throws like `requireData`.
 */
export async function listAccounts(
  { cursor, accountNumber }: AccountListRequest,
  context: ProviderContext,
): Promise<ListedAccounts> {
  const query = new URLSearchParams({ limit: String(PAGE_SIZE), ...(cursor && { cursor }) });
  const path = `/v1/accounts/virtual/list?${query}`;
  const body = accountNumber ? { bankAccountNumber: accountNumber } : {};
  const listed = await callNomba(context, { method: "POST", path, body }, Listed);
  const { results, cursor: nextCursor } = requireData("nomba: the list of accounts", listed).data;
  return {
    accounts: results
      .flatMap((row) => Account.safeParse(row).data ?? [])
      .filter((account) => numberOf(account) !== "")
      .map((account) => ({ ...toAccountFields(account), isOpen: !account.expired })),
    ...(nextCursor && { nextCursor }),
  };
}
