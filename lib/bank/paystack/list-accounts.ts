import { z } from "zod";
import { requireData } from "../http-client";
import type { AccountListRequest, ListedAccounts, ProviderContext } from "../provider";
import { Account, toAccountFields } from "./accounts";
import { callPaystack } from "./client";

/** The accounts of a page; the documentation states no maximum [?], its samples have 50. */
const PAGE_SIZE = 50;
/** `meta.pageCount` is how many pages there are [D]; without it, a full page has a successor. */
const Listed = z.object({
  data: z.array(z.unknown()),
  meta: z.object({ pageCount: z.coerce.number().nullish() }).nullish(),
});

/**
 * Lists a page of the business's dedicated accounts in naira [D]. Rows that are no account with a number are left out. An
 * account that was unassigned from its customer or whose assignment expired is closed. Throws like `requireData`.
 */
export async function listAccounts(
  { cursor = "1" }: AccountListRequest,
  context: ProviderContext,
): Promise<ListedAccounts> {
  const query = new URLSearchParams({ currency: "NGN", perPage: String(PAGE_SIZE), page: cursor });
  const listed = await callPaystack(context, { method: "GET", path: `/dedicated_account?${query}` }, Listed);
  const { data, meta } = requireData("paystack: the list of accounts", listed);
  const page = Number(cursor);
  const hasMore = data.length > 0 && (meta?.pageCount ? page < meta.pageCount : data.length >= PAGE_SIZE);
  return {
    accounts: data
      .flatMap((row) => Account.safeParse(row).data ?? [])
      .map((account) => ({
        ...toAccountFields(account),
        isOpen: account.assigned !== false && account.active !== false && !account.assignment?.expired,
      })),
    ...(hasMore && { nextCursor: String(page + 1) }),
  };
}
