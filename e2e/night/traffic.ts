import { setTimeout as sleep } from "node:timers/promises";
import type { EmulatedPayment } from "@/lib/bank/testing/emulators/ledger";
import { composePayment, type SentNotification } from "@/lib/bank/testing/emulators/notifications";
import { createRandom } from "@/lib/bank/testing/random";
import { send } from "../http-client";
import { accountOf } from "../ledger-queries";
import type { Night, NightBank } from "./deployment";

const LOST_SHARE = 0.1;
const DOUBLED_SHARE = 0.05;
/** The share of payments into another account of an organisation that has its own connection, such as its shop's. */
const SHOP_SHARE = 0.04;
const SHOP_ACCOUNT = "9000000001";
/** A bank sends a notification again until it is acknowledged. */
const RETRY_MS = 500;
const MAX_TRIES = 120;

/** How many payments are made in which time. The same seed makes the same payments. */
export interface Plan {
  payments: number;
  seconds: number;
  /** How long one of the banks is unavailable, in seconds. */
  deadSeconds: number;
  seed: number;
}

/** A payment of the night and what happened to its notification. */
export interface NightPayment {
  bank: NightBank;
  sessionId: string;
  payment: EmulatedPayment;
  /** Whether it belongs to the organisation's other business. */
  isShop: boolean;
  isLost: boolean;
}

/** Sends a bank's notification to any process until it is acknowledged. Throws if that takes too long. */
export async function deliver(night: Night, bank: NightBank, { headers, body: raw }: SentNotification) {
  const call = { method: "POST", path: bank.webhookPath, headers, raw };
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const answer = await send(night.address(), call).catch(() => undefined);
    if (answer?.status === 200) return;
    await sleep(RETRY_MS);
  }
  throw new Error(`A notification of ${bank.provider} was not acknowledged in ${MAX_TRIES} tries`);
}

/** Composes the notification of a payment. */
export const notificationOf = ({ bank, payment }: NightPayment) =>
  composePayment(bank.provider, payment, bank.secret);

/**
 * Makes the payments evenly over the time, each at a bank and event by chance. Some of their notifications are lost and some
 * sent twice, and those of an unavailable bank are sent when it is available again. `during` is called with the share of the
 * payments that are made, from 0 to 1. Returns the payments once every notification is acknowledged.
 */
export async function makePayments(
  night: Night,
  plan: Plan,
  during: (share: number, made: NightPayment) => void,
): Promise<NightPayment[]> {
  const made: NightPayment[] = [];
  const sending: Promise<void>[] = [];
  const startedAt = Date.now();
  for (let nth = 0; nth < plan.payments; nth++) {
    const dueAt = startedAt + (nth * plan.seconds * 1000) / plan.payments;
    if (dueAt > Date.now()) await sleep(dueAt - Date.now());
    const random = createRandom(plan.seed, nth);
    const bank = random.pick(night.banks);
    const session = random.pick(bank.sessions);
    const isShop = bank.isOwn && random.next() < SHOP_SHARE;
    const payment = bank.emulator.ledger.pay(
      isShop ? SHOP_ACCOUNT : accountOf(session),
      BigInt(random.int(50_000, 9_000_000)),
    );
    const isLost = !isShop && random.next() < LOST_SHARE;
    const isDoubled = random.next() < DOUBLED_SHARE;
    const one: NightPayment = { bank, sessionId: session.session_id, payment, isShop, isLost };
    made.push(one);
    const copies = isLost ? 0 : isDoubled ? 2 : 1;
    for (let copy = 0; copy < copies; copy++) sending.push(sendWhenAlive(night, one));
    during((nth + 1) / plan.payments, one);
  }
  await Promise.all(sending);
  return made;
}

async function sendWhenAlive(night: Night, one: NightPayment): Promise<void> {
  while (one.bank.isDead) await sleep(RETRY_MS);
  await deliver(night, one.bank, notificationOf(one));
}
