import { z } from "zod";
import { keysOf } from "@/lib/core/keys";
import { log } from "@/lib/log";
import { listStart, toListedPayments } from "../bank-records";
import { requireData } from "../http-client";
import { buildCredit } from "../parsing/credit";
import {
  getOwnEntry,
  optionalObject,
  requireAmount,
  requireIdentity,
  scalar,
  throwUnreadable,
} from "../parsing/message";
import { cleanText } from "../parsing/text";
import type { BankCredit, ListedPage, ListFormat, ListRequest, ProviderContext } from "../provider";
import { isCredit, STATUSES, statedRefund } from "./confirm";
import { callNomba } from "./session";
import { CHANNELS } from "./transform";

/** The maximum of the query parameter `limit` [D]. */
const PAGE_SIZE = 50;
const TRANSACTIONS = "/v1/transactions/accounts";

const RowSchema = optionalObject({
  id: scalar,
  status: scalar,
  amount: scalar,
  fixedCharge: scalar,
  currency: scalar,
  type: scalar,
  entryType: scalar,
  timeCreated: scalar,
  recipientAccountNumber: scalar,
  virtualAccountReference: scalar,
  sessionId: scalar,
  rrn: scalar,
  senderName: scalar,
  narration: scalar,
  posSerialNumber: scalar,
  terminalId: scalar,
});
const Page = z.object({
  data: z.object({ results: z.array(z.unknown()), cursor: z.string().nullish() }),
});

/** Parses a row, which has the members of a re-query [D]. Throws `Unreadable`. */
function parseRow(json: unknown): BankCredit {
  const row = RowSchema.parse(json);
  const status = getOwnEntry(STATUSES, cleanText(row?.status).toUpperCase());
  return buildCredit({
    paymentKey: requireIdentity("id", row?.id),
    amount: requireAmount("amount", row?.amount, "naira"),
    status: status ?? throwUnreadable("status", "is not a status of this adapter"),
    channel: getOwnEntry(CHANNELS, row?.type) ?? "unsupported",
    currency: row?.currency,
    account: row?.recipientAccountNumber,
    accountReference: row?.virtualAccountReference,
    devices: [row?.posSerialNumber, row?.terminalId],
    senderName: row?.senderName,
    narration: row?.narration,
    refs: [row?.sessionId, row?.rrn, row?.id],
    paidAt: row?.timeCreated,
  });
}

/** Parses a row likewise, with the refund that its status states [D]. */
function parseWithRefund(json: unknown): BankCredit {
  return { ...parseRow(json), ...statedRefund(RowSchema.parse(json)?.status) };
}

/** The incoming rows of Nomba's list of transactions. Version 1 did not read that a payment was refunded. */
export const listFormat: ListFormat = {
  event: `GET ${TRANSACTIONS}`,
  version: 2,
  parse: parseWithRefund,
  earlierVersions: { 1: parseRow },
};

/** The types of incoming money [D]. The direction of any other, such as `transfer` and `withdrawal`, is not documented [?]. */
const INCOMING_TYPES: ReadonlySet<string> = new Set([...keysOf(CHANNELS), "online_checkout", "qrt_credit"]);

/** Whether a row is null, or reports incoming money: by its `entryType`, which only some rows have [S], else by its type. */
function isIncoming(json: unknown): boolean {
  const row = RowSchema.parse(json);
  if (!row) return true;
  return row.entryType ? isCredit(row) : INCOMING_TYPES.has(cleanText(row.type));
}

/** The parent account, whose list has no sub-account in its path. */
const PARENT = "";

/** The beginning of a cursor: the account whose list is being read, before the bank's own cursor in it. */
const prefixOf = (account: string) => `${encodeURIComponent(account)}|`;

/** Lists the accounts whose payments are read, the connection's own one first. */
async function listReadAccounts({ credentials, listSubAccounts }: ProviderContext): Promise<string[]> {
  const configured = credentials.NOMBA_SUB_ACCOUNT_ID || PARENT;
  return [...new Set([configured, PARENT, ...((await listSubAccounts?.()) ?? [])])];
}

/**
 * Lists a page of Nomba's transactions without outgoing ones: of the configured sub-account if there is one, then of the
 * parent, then of each sub-account of an organisation, because a payment is in the list of the account in which its virtual
 * account was opened [D]. If Nomba refuses one of them after the first for good, for example a sub-account that was removed,
 * it is left out with a warning in the log. The format of `dateFrom` and `dateTo` is not documented [?]; ISO 8601 is sent.
 * Throws like `requireData`.
 */
export async function listSince(request: ListRequest, context: ProviderContext): Promise<ListedPage> {
  const accounts = await listReadAccounts(context);
  // A cursor of an account that is not read any more begins with the first one.
  const found = accounts.findIndex((one) => request.cursor?.startsWith(prefixOf(one)));
  const position = Math.max(found, 0);
  const account = accounts[position] ?? PARENT;
  const cursor = found < 0 ? "" : request.cursor?.slice(prefixOf(account).length);
  const query = new URLSearchParams({
    limit: String(PAGE_SIZE),
    dateFrom: listStart(request.since).toISOString(),
    dateTo: request.until.toISOString(),
    ...(cursor && { cursor }),
  });
  const path = `${TRANSACTIONS}${account && `/${encodeURIComponent(account)}`}?${query}`;
  const listed = await callNomba(context, { method: "GET", path }, Page);
  const isLeftOut = position > 0 && !cursor && listed.refusal?.isTransient === false;
  if (isLeftOut) log.warn({ subAccount: account }, "nomba refuses the list of an account; it is left out");
  const page = isLeftOut ? undefined : requireData("nomba: the list of transactions", listed).data;
  const nextAccount = accounts[position + 1];
  const nextCursor = page?.cursor
    ? `${prefixOf(account)}${page.cursor}`
    : nextAccount !== undefined && prefixOf(nextAccount);
  return {
    payments: toListedPayments(listFormat, page?.results.filter(isIncoming) ?? []),
    ...(nextCursor && { nextCursor }),
  };
}
