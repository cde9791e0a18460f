import { createHmac } from "node:crypto";
import { setTimeout as sleep, setImmediate as yieldToNetwork } from "node:timers/promises";
import { getProvider, type Provider, type SimulatedCredit } from "@/lib/bank";
import { type Destination, simulatedCredit } from "@/lib/cli/simulate/payers";
import type { Random } from "@/lib/cli/simulate/random";
import { assertDefined } from "@/lib/core/errors/assert";
import type { TransactionStatus } from "@/lib/core/transaction";
import { type ProviderName, VERIFYING_SECRETS } from "@/lib/env";
import type { Ledger, StatusUpdate } from "./ledger";
import type { Traffic } from "./traffic";

/** A session that receives payments. */
export interface PaidSession {
  sessionId: string;
  account: string;
  terminals: string[];
}

/** The target of the load, and where its results are recorded. */
export interface LoadTarget {
  traffic: Traffic;
  ledger: Ledger;
  sessions: readonly PaidSession[];
  secrets: Record<string, string>;
  apiKey: string;
  random: Random;
  /** Distinguishes this load's payments from those of all other loads. */
  run: string;
}

/** A load that runs until it is stopped. */
export interface Load {
  /** Starts no more payments. Resolves when all notifications are acknowledged or given up, or at the time limit. */
  stop(): Promise<void>;
}

type SignedNotification = ReturnType<Provider["compose"]>;

/** A bank's retry interval is minutes, which would be too long here. */
const RETRY_MS = [200, 500, 1_000, 2_000] as const;
const GIVE_UP_MS = 45_000;
/** Reads per payment. */
const READS = 0.1;
/** The maximum number of payments with unacknowledged notifications; at this number no new one is started. */
const MAX_IN_FLIGHT = 600;
const MAX_BEHIND_MS = 500;
/** The number of requests started before the event loop handles the network again. */
const BURST = 32;
const PROVIDERS = ["paystack", "paystack", "nomba", "monnify"] as const satisfies ProviderName[];

/** The kinds of notification sequences, with their percentages. */
const STATUS_SEQUENCES: [number, [TransactionStatus, ...TransactionStatus[]]][] = [
  [70, ["successful"]],
  [7, ["failed"]],
  [14, ["pending", "successful"]],
  [4, ["pending", "failed"]],
  [5, ["successful", "pending"]],
];

/** Makes `perSecond` payments into the sessions in turn, and reads their summaries and lists. */
export function startLoad(loading: LoadTarget, perSecond: number): Load {
  const stopping = new AbortController();
  const { signal } = stopping;
  const both = [
    runAtRate((index) => pay(loading, index), { perSecond, signal }),
    runAtRate((index) => read(loading, index), { perSecond: perSecond * READS, signal }),
  ];
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(both);
    },
  };
}

/**
 * Starts tasks at a constant rate until stopped, and resolves when the last has ended. Tasks that cannot start in
 * time, because too many are in flight or the machine is busy, are skipped.
 */
async function runAtRate(
  begin: (index: number) => Promise<void>,
  { perSecond, signal }: { perSecond: number; signal: AbortSignal },
): Promise<void> {
  const inFlight = new Set<Promise<void>>();
  let dueAt = performance.now();
  for (let index = 0; !signal.aborted; index++) {
    dueAt = Math.max(dueAt + 1000 / perSecond, performance.now() - MAX_BEHIND_MS);
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    else if (index % BURST === 0) await yieldToNetwork();
    if (signal.aborted || inFlight.size >= MAX_IN_FLIGHT) continue;
    const one = begin(index).finally(() => inFlight.delete(one));
    inFlight.add(one);
  }
  await Promise.all(inFlight);
}

/** Sends all status updates of one payment, each after the acknowledgement of the previous one, with copies. */
async function pay(loading: LoadTarget, index: number): Promise<void> {
  const { random, ledger, secrets } = loading;
  const sequence = pickSequence(random);
  // Only Paystack of the three reports pending payments.
  const name = sequence.includes("pending") ? "paystack" : random.pick(PROVIDERS);
  const provider = getProvider(name);
  const secret = assertDefined(secrets[VERIFYING_SECRETS[name]], "the service has made its secrets");
  const { credit, sessionId } = generatePayment(loading, index, provider);
  const { paymentKey: key, amount, channel, device: terminalId } = credit;
  const payment = ledger.add({ provider: name, key, sessionId, amount, channel, terminalId, updates: [] });
  const copies = random.whole(10) === 0 ? 2 + random.whole(3) : 1;
  for (const status of sequence) {
    const statusUpdate: StatusUpdate = { status, isAcknowledged: false };
    payment.updates.push(statusUpdate);
    const signedNotification =
      status === "pending"
        ? pendingNotification(credit, secret)
        : provider.compose({ ...credit, status }, secret);
    const reported = await Promise.all(
      Array.from({ length: copies }, () => postUntilAcknowledged(loading, statusUpdate, signedNotification)),
    );
    if (!reported.every(Boolean)) return;
  }
}

/** Generates a payment for the sessions in turn: to an account or, if its bank has any, at a terminal. */
function generatePayment({ random, sessions, run }: LoadTarget, index: number, { channels }: Provider) {
  const { sessionId, account, terminals } = assertDefined(
    sessions[index % sessions.length],
    "there are sessions",
  );
  const device = assertDefined(terminals[random.whole(terminals.length)], "each has terminals");
  const to: Destination =
    random.whole(2) === 0 || !channels.includes("pos")
      ? { channel: "bank_transfer", account }
      : { channel: "pos", device };
  return { credit: simulatedCredit(random, `chaos-${run}-${index}`, to), sessionId };
}

function pickSequence(random: Random): [TransactionStatus, ...TransactionStatus[]] {
  let chance = random.whole(100);
  for (const [share, sequence] of STATUS_SEQUENCES) {
    if (chance < share) return sequence;
    chance -= share;
  }
  return ["successful"];
}

/** Paystack's notification of a pending payment, signed here, because the simulator sends final statuses only. */
function pendingNotification(credit: SimulatedCredit, secret: string): SignedNotification {
  const { headers, body } = getProvider("paystack").compose({ ...credit, status: "successful" }, secret);
  const pending = body.replace('"status":"success"', '"status":"pending"');
  const signature = createHmac("sha512", secret).update(pending).digest("hex");
  return { headers: { ...headers, "x-paystack-signature": signature }, body: pending };
}

/** Posts a notification until it is acknowledged, as a bank does. Returns whether it was. */
async function postUntilAcknowledged(
  { traffic, random }: LoadTarget,
  statusUpdate: StatusUpdate,
  signedNotification: SignedNotification,
): Promise<boolean> {
  const deadline = performance.now() + GIVE_UP_MS;
  for (let attempt = 0; performance.now() < deadline; attempt++) {
    const answer = await traffic.send({ method: "POST", path: "/v1/webhooks/bank", ...signedNotification });
    if (answer && answer.status >= 200 && answer.status < 300) {
      statusUpdate.isAcknowledged = true;
      return true;
    }
    const waitMs = RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] ?? 0;
    await sleep(waitMs * (0.5 + random.next()));
  }
  return false;
}

async function read({ traffic, sessions, apiKey }: LoadTarget, index: number): Promise<void> {
  const { sessionId, terminals } = assertDefined(sessions[index % sessions.length], "there are sessions");
  const paths = [
    `/v1/reconciliation/${sessionId}`,
    `/v1/transactions?session_id=${sessionId}&limit=20`,
    `/v1/sessions/${sessionId}/terminals/${terminals[0]}/activity?limit=20`,
    `/v1/settlement/${sessionId}`,
  ];
  const path = paths[index % paths.length] ?? "";
  await traffic.send({ method: "GET", path, headers: { "x-api-key": apiKey } });
}
