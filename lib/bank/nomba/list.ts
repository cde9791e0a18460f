import { z } from "zod";
import { keysOf } from "@/lib/core/keys";
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
import { isCredit, STATUSES } from "./confirm";
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

/** The incoming rows of Nomba's list of transactions. */
export const listFormat: ListFormat = { event: `GET ${TRANSACTIONS}`, version: 1, parse: parseRow };

/** The types of incoming money [D]. The direction of any other, such as `transfer` and `withdrawal`, is not documented [?]. */
const INCOMING_TYPES: ReadonlySet<string> = new Set([...keysOf(CHANNELS), "online_checkout", "qrt_credit"]);

/** Whether a row is null, or reports incoming money: by its `entryType`, which only some rows have [S], else by its type. */
function isIncoming(json: unknown): boolean {
  const row = RowSchema.parse(json);
  if (!row) return true;
  return row.entryType ? isCredit(row) : INCOMING_TYPES.has(cleanText(row.type));
}

/**
 * Lists a page of Nomba's transactions, of the configured sub-account if there is one, without outgoing ones. The format of
 * `dateFrom` and `dateTo` is not documented [?]; ISO 8601 is sent. Throws like `requireData`.
 */
export async function listSince(request: ListRequest, context: ProviderContext): Promise<ListedPage> {
  const subAccount = context.credentials.NOMBA_SUB_ACCOUNT_ID;
  const query = new URLSearchParams({
    limit: String(PAGE_SIZE),
    dateFrom: listStart(request.since).toISOString(),
    dateTo: request.until.toISOString(),
    ...(request.cursor && { cursor: request.cursor }),
  });
  const path = `${TRANSACTIONS}${subAccount ? `/${encodeURIComponent(subAccount)}` : ""}?${query}`;
  const listed = await callNomba(context, { method: "GET", path }, Page);
  const { results, cursor } = requireData("nomba: the list of transactions", listed).data;
  return {
    payments: toListedPayments(listFormat, results.filter(isIncoming)),
    ...(cursor && { nextCursor: cursor }),
  };
}
