import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { createSession, expect, expectData, type Receiver, type SessionData } from "../../fixtures";
import type { TransactionData } from "../../http-client";
import { accountOf, formatNaira, getReconciliation, terminalOf, verifySession } from "../../ledger-queries";
import { cliActions } from "../cli-actions";
import type { Status } from "../model";
import type { ServiceClients } from "../test-system";
import { type BankPaymentReport, referenceOf, toNotification } from "./notifications";

const STATUSES: Status[] = ["pending", "successful", "failed"];
/** The banks that document all three statuses, because their payments can be pending. */
const BANKS = ["paystack", "lenco", "monnify", "moniepoint"] as const;
const PARALLEL_PAYMENTS = 30;

/** A payment and all status updates of it. */
interface ReportedPayment {
  claim: BankPaymentReport;
  words: Status[];
}

/** The expected final state of a payment. */
interface FinalPayment extends ReportedPayment {
  id: string;
  status: Status;
}

/** Every order of this many statuses. */
function ordersOf(length: number): Status[][] {
  if (length === 0) return [[]];
  return ordersOf(length - 1).flatMap((order) => STATUSES.map((status) => [...order, status]));
}

/** 363 orders: of one status to five, with every repetition. */
const ORDERS = [1, 2, 3, 4, 5].flatMap(ordersOf);

/** The first final status stays; without one, the payment is pending. */
const finalStatus = (words: Status[]): Status => words.find((word) => word !== "pending") ?? "pending";

/** Payments of one session, with the orders distributed over them, at one bank after another. */
function plan(mark: string, session: SessionData, count: number): ReportedPayment[] {
  return Array.from({ length: count }, (_, index) => {
    const bank = BANKS[index % BANKS.length] ?? "lenco";
    const atGate = bank === "moniepoint";
    const claim: BankPaymentReport = {
      bank,
      key: `${mark}-${index}`,
      // The sums of subsets are distinct, so that a payment counted in another's place is detected.
      kobo: 1_000_000n + BigInt(index) ** 2n,
      channel: atGate ? "pos" : "bank_transfer",
      ...(atGate && { device: terminalOf(session) }),
      paidAt: Date.parse("2026-11-20T10:00:00.000Z"),
    };
    return { claim, words: ORDERS[index % ORDERS.length] ?? [] };
  });
}

/** Posts each payment's status updates, in sequence or in parallel. Every notification is acknowledged. */
async function postUpdates(
  { bank }: ServiceClients,
  reported: ReportedPayment[],
  options: { account: string; atOnce: boolean },
) {
  const sendReport = async (claim: BankPaymentReport, status: Status) => {
    const notification = toNotification(bank, claim, {
      status,
      account: claim.device ? "" : options.account,
    });
    const { status: answer, text } = await bank.post(notification);
    assert.equal(answer, 200, text);
  };
  const left = reported.values();
  const worker = async () => {
    for (const { claim, words } of left) {
      if (options.atOnce) await Promise.all(words.map((word) => sendReport(claim, word)));
      else for (const word of words) await sendReport(claim, word);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_PAYMENTS }, worker));
}

/**
 * Reports this many payments in every order of statuses and asserts the documented result: statuses move forward
 * only, the first final status stays, a contradicting one opens an exception, the totals contain exactly the
 * successful payments, and each status reached has one event. For parallel updates, pending may or may not have
 * been reached, and either of two final statuses may win.
 */
export async function expectForwardOnlyStatuses(
  place: ServiceClients,
  count: number,
  { atOnce }: { atOnce: boolean },
) {
  const { api, receiver } = place;
  const session = await createSession(api, { webhook_url: receiver.url });
  const mark = `order-${randomBytes(6).toString("hex")}`;
  const reported = plan(mark, session, count);
  await postUpdates(place, reported, { account: accountOf(session), atOnce });

  const rows: TransactionData[] = expectData(
    await api.get(`/v1/transactions?session_id=${session.session_id}&limit=100000`),
  );
  expect(rows).toHaveLength(count);
  const byReference = new Map(rows.map((row) => [row.bank_ref, row]));
  const ended: FinalPayment[] = reported.map(({ claim, words }) => {
    const { id = "", amount, status = "pending" } = byReference.get(referenceOf(claim)) ?? {};
    assert.equal(amount, formatNaira(claim.kobo));
    return { claim, words, id, status };
  });
  const mayEnd = ({ words, status }: FinalPayment) =>
    atOnce
      ? status === finalStatus(words) || (status !== "pending" && words.includes(status))
      : status === finalStatus(words);
  expect(ended.filter((one) => !mayEnd(one))).toEqual([]);

  const successful = ended.filter(({ status }) => status === "successful");
  const total = successful.reduce((sum, { claim }) => sum + claim.kobo, 0n);
  expect(await getReconciliation(api, session)).toMatchObject({
    transaction_count: count,
    successful_count: successful.length,
    pending_count: ended.filter(({ status }) => status === "pending").length,
    failed_count: ended.filter(({ status }) => status === "failed").length,
    total_inflow: formatNaira(total),
  });
  expect(await verifySession(session)).toEqual([]);

  const contradicted = ended.filter(({ words, status }) =>
    words.some((word) => word !== "pending" && word !== status),
  );
  expect(await cliActions.exceptionsAbout(mark)).toEqual(
    contradicted
      .map(({ claim: { bank, key, kobo } }) => `${bank} ${key} contradicting_status ${kobo} open`)
      .sort(),
  );

  // A payment whose updates were parallel may have been pending first.
  const reached = ({ words, status }: FinalPayment) => (words[0] === status ? [status] : [words[0], status]);
  const due = await cliActions.eventsOf(session.session_id);
  const certain = ended.flatMap((one) =>
    (atOnce ? [one.status] : reached(one)).map((status) => `${one.id} ${status}`),
  );
  const possible = atOnce ? ended.filter(({ words }) => words.includes("pending")) : [];
  const waited = new Set(possible.map(({ id }) => `${id} pending`));
  expect(due.filter((event) => !waited.has(event)).sort()).toEqual(
    certain.filter((event) => !waited.has(event)).sort(),
  );
  await expect.poll(() => listReceivedEvents(receiver)).toEqual(due.sort());
}

/** `transaction status` of each event that a receiver got, once for each `webhook-id`. */
export function listReceivedEvents({ received }: Pick<Receiver, "received">): string[] {
  const byId = received.map(({ headers, body }) => {
    const { data } = JSON.parse(body.toString());
    return [headers["webhook-id"], `${data.id} ${data.status}`] as const;
  });
  return [...new Map(byId).values()].sort();
}
