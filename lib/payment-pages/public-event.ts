import { RequestCoalescer } from "@/lib/core/coalesce";
import { systemDb } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { sessionStates, sessions } from "@/lib/db/schema";
import { singleton } from "@/lib/process-singleton";
import { hashToken, isToken } from "./token";

/** The account that payers transfer to, and the name that their bank shows for it. */
interface PublicAccount {
  number: string;
  bankName: string;
  name: string;
}

/**
 * What a stranger with the link may see of an event. Only an open live event has its account: a number of the sandbox can be
 * a real account, and a closed event takes no payment.
 */
export type PublicEvent =
  | { state: "open"; name: string; account: PublicAccount }
  | { state: "test" | "closed"; name: string };

type Row = RowOf<
  typeof sessions,
  "name" | "mode" | "accountNumber" | "accountName" | "bankAccountName" | "bankName"
> &
  RowOf<typeof sessionStates, "status">;

/** Many people scan one poster at the same time: concurrent reads of one page are one query. */
const reads = () =>
  singleton("payment-page-reads", () => new RequestCoalescer<PublicEvent | undefined>(setImmediate));

/**
 * Finds the event of a payment page by its link's token; `undefined` for a token that is unknown, revoked or malformed, which
 * look the same.
 */
export async function findPaymentPage(token: string): Promise<PublicEvent | undefined> {
  if (!isToken(token)) return undefined;
  const hash = hashToken(token);
  return reads().run(hash, () => readPublicEvent(hash));
}

async function readPublicEvent(tokenHash: string): Promise<PublicEvent | undefined> {
  const [row] = await systemDb().sql<Row[]>`
    select s.name, p.mode, c.status, s.account_number, s.account_name, s.bank_account_name, s.bank_name
    from payment_pages p join sessions s using (session_id) join session_states c using (session_id)
    where p.token_hash = ${tokenHash} and p.revoked_at is null`;
  return row && toPublicEvent(row);
}

function toPublicEvent(row: Row): PublicEvent {
  const { name, mode, status, accountNumber } = row;
  if (mode === "test") return { state: "test", name };
  if (status === "closed" || accountNumber === null) return { state: "closed", name };
  const account = {
    number: accountNumber,
    bankName: row.bankName ?? "",
    name: row.bankAccountName || row.accountName || "",
  };
  return { state: "open", name, account };
}
