import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { expect, expectData, openSession, type Receiver, type SessionData } from "../fixtures";
import type { TransactionData } from "../http-client";
import { accountOf, differencesOf, naira, reconcile, terminalOf } from "../ledger-queries";
import { office } from "./cli-actions";
import type { Status } from "./model";
import { type NamedClaim, noticeOf, referenceOf } from "./notices";
import type { Place } from "./stage";

const STATUSES: Status[] = ["pending", "successful", "failed"];
/** Those of our banks that have all three words, for their payments can wait. */
const BANKS = ["paystack", "lenco", "monnify", "moniepoint"] as const;
const LANES = 30;

/** A payment and all that its bank says of it. */
interface Told {
  claim: NamedClaim;
  words: Status[];
}

/** How the books then show it. */
interface Ended extends Told {
  id: string;
  status: Status;
}

/** Every order of so many words. */
function ordersOf(length: number): Status[][] {
  if (length === 0) return [[]];
  return ordersOf(length - 1).flatMap((order) => STATUSES.map((status) => [...order, status]));
}

/** 363 orders: of one word to five, with every repeat. */
const ORDERS = [1, 2, 3, 4, 5].flatMap(ordersOf);

/** The first final word stands; where none was said, the payment waits. */
const endOf = (words: Status[]): Status => words.find((word) => word !== "pending") ?? "pending";

/** Payments of one session, the orders dealt out over them, at one bank after another. */
function plan(mark: string, session: SessionData, count: number): Told[] {
  return Array.from({ length: count }, (_, index) => {
    const bank = BANKS[index % BANKS.length] ?? "lenco";
    const atGate = bank === "moniepoint";
    const claim: NamedClaim = {
      bank,
      key: `${mark}-${index}`,
      // No two sums of some of these are alike by chance: a payment counted in another's place is seen.
      kobo: 1_000_000n + BigInt(index) ** 2n,
      channel: atGate ? "pos" : "bank_transfer",
      ...(atGate && { device: terminalOf(session) }),
      paidAt: Date.parse("2026-11-20T10:00:00.000Z"),
    };
    return { claim, words: ORDERS[index % ORDERS.length] ?? [] };
  });
}

/** Tells of each payment: its words one after another, or all of them at once. Every notice is acknowledged. */
async function tellAll({ bank }: Place, told: Told[], telling: { account: string; atOnce: boolean }) {
  const tell = async (claim: NamedClaim, status: Status) => {
    const notice = noticeOf(bank, claim, { status, account: claim.device ? "" : telling.account });
    const { status: answer, text } = await bank.post(notice);
    assert.equal(answer, 200, text);
  };
  const left = told.values();
  const lane = async () => {
    for (const { claim, words } of left) {
      if (telling.atOnce) await Promise.all(words.map((word) => tell(claim, word)));
      else for (const word of words) await tell(claim, word);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/**
 * Tells of so many payments in every order of words and asserts the documented end: forward only, the first final
 * word stands, what contradicts it is an exception, the totals are the successes and nothing else, one event for each
 * status reached. Where the words of a payment come at once, it may have waited first or not, and of two final words
 * either may stand.
 */
export async function expectForwardOnly(place: Place, count: number, { atOnce }: { atOnce: boolean }) {
  const { api, receiver } = place;
  const session = await openSession(api, { webhook_url: receiver.url });
  const mark = `order-${randomBytes(6).toString("hex")}`;
  const told = plan(mark, session, count);
  await tellAll(place, told, { account: accountOf(session), atOnce });

  const rows: TransactionData[] = expectData(
    await api.get(`/v1/transactions?session_id=${session.session_id}&limit=100000`),
  );
  expect(rows).toHaveLength(count);
  const byReference = new Map(rows.map((row) => [row.bank_ref, row]));
  const ended: Ended[] = told.map(({ claim, words }) => {
    const { id = "", amount, status = "pending" } = byReference.get(referenceOf(claim)) ?? {};
    assert.equal(amount, naira(claim.kobo));
    return { claim, words, id, status };
  });
  const mayEnd = ({ words, status }: Ended) =>
    atOnce
      ? status === endOf(words) || (status !== "pending" && words.includes(status))
      : status === endOf(words);
  expect(ended.filter((one) => !mayEnd(one))).toEqual([]);

  const successful = ended.filter(({ status }) => status === "successful");
  const total = successful.reduce((sum, { claim }) => sum + claim.kobo, 0n);
  expect(await reconcile(api, session)).toMatchObject({
    transaction_count: count,
    successful_count: successful.length,
    pending_count: ended.filter(({ status }) => status === "pending").length,
    failed_count: ended.filter(({ status }) => status === "failed").length,
    total_inflow: naira(total),
  });
  expect(await differencesOf(session)).toEqual([]);

  const contradicted = ended.filter(({ words, status }) =>
    words.some((word) => word !== "pending" && word !== status),
  );
  expect(await office.exceptionsAbout(mark)).toEqual(
    contradicted
      .map(({ claim: { bank, key, kobo } }) => `${bank} ${key} contradicting_status ${kobo} open`)
      .sort(),
  );

  // A payment whose words came at once may have waited first.
  const reached = ({ words, status }: Ended) => (words[0] === status ? [status] : [words[0], status]);
  const due = await office.eventsOf(session.session_id);
  const certain = ended.flatMap((one) =>
    (atOnce ? [one.status] : reached(one)).map((status) => `${one.id} ${status}`),
  );
  const possible = atOnce ? ended.filter(({ words }) => words.includes("pending")) : [];
  const waited = new Set(possible.map(({ id }) => `${id} pending`));
  expect(due.filter((event) => !waited.has(event)).sort()).toEqual(
    certain.filter((event) => !waited.has(event)).sort(),
  );
  await expect.poll(() => toldTo(receiver)).toEqual(due.sort());
}

/** `transaction status` of each event that a receiver was told, once for each `webhook-id`. */
export function toldTo({ received }: Pick<Receiver, "received">): string[] {
  const byId = received.map(({ headers, body }) => {
    const { data } = JSON.parse(body.toString());
    return [headers["webhook-id"], `${data.id} ${data.status}`] as const;
  });
  return [...new Map(byId).values()].sort();
}
