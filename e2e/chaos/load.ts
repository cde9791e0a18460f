import { createHmac } from "node:crypto";
import { setTimeout as sleep, setImmediate as yieldToNetwork } from "node:timers/promises";
import { type Provider, providerNamed, type SimulatedCredit } from "@/lib/bank";
import { type Destination, simulatedCredit } from "@/lib/cli/simulate/payers";
import type { Random } from "@/lib/cli/simulate/random";
import { assertDefined } from "@/lib/core/assert";
import type { TransactionStatus } from "@/lib/db/schema";
import { type ProviderName, VERIFYING_SECRETS } from "@/lib/env";
import type { Ledger, Word } from "./ledger";
import type { Traffic } from "./traffic";

/** A session that is paid into. */
export interface Till {
  sessionId: string;
  account: string;
  terminals: string[];
}

/** Whom the load talks to, and what it writes down. */
export interface Loading {
  traffic: Traffic;
  ledger: Ledger;
  tills: readonly Till[];
  secrets: Record<string, string>;
  apiKey: string;
  random: Random;
  /** Told apart from every other load's payments by this. */
  run: string;
}

/** A load that goes on until it is stopped. */
export interface Load {
  /** Pays no more, waits until all that was sent is acknowledged or given up; more than the limit it does not wait. */
  stop(): Promise<void>;
}

type Notice = ReturnType<Provider["compose"]>;

/** A bank takes minutes; this one has no such time. */
const RETRY_MS = [200, 500, 1_000, 2_000] as const;
const GIVE_UP_MS = 45_000;
/** Reads a payment. */
const READS = 0.1;
/** Payments whose bank still waits for an acknowledgement; beyond, no new one is made. */
const MOST_UNDER_WAY = 600;
const MOST_BEHIND_MS = 500;
/** How many may begin without a look at the network. */
const BURST = 32;
const PROVIDERS = ["paystack", "paystack", "nomba", "monnify"] as const satisfies ProviderName[];

/** What is told of a payment, by how many in a hundred. */
const STORIES: [number, [TransactionStatus, ...TransactionStatus[]]][] = [
  [70, ["successful"]],
  [7, ["failed"]],
  [14, ["pending", "successful"]],
  [4, ["pending", "failed"]],
  [5, ["successful", "pending"]],
];

/** Pays `perSecond` payments into the sessions in turn, and reads their summaries and lists. */
export function startLoad(loading: Loading, perSecond: number): Load {
  const stopping = new AbortController();
  const { signal } = stopping;
  const both = [
    keepBeginning((index) => pay(loading, index), { perSecond, signal }),
    keepBeginning((index) => read(loading, index), { perSecond: perSecond * READS, signal }),
  ];
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(both);
    },
  };
}

/**
 * Begins one after the other at an even pace, until it is told to stop, and resolves when the last has ended. What
 * could not begin, for too many are under way or the machine was busy, is left out and not made up for.
 */
async function keepBeginning(
  begin: (index: number) => Promise<void>,
  { perSecond, signal }: { perSecond: number; signal: AbortSignal },
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  let dueAt = performance.now();
  for (let index = 0; !signal.aborted; index++) {
    dueAt = Math.max(dueAt + 1000 / perSecond, performance.now() - MOST_BEHIND_MS);
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    else if (index % BURST === 0) await yieldToNetwork();
    if (signal.aborted || underWay.size >= MOST_UNDER_WAY) continue;
    const one = begin(index).finally(() => underWay.delete(one));
    underWay.add(one);
  }
  await Promise.all(underWay);
}

/** Tells of one payment all that its bank ever says, one word after the other is acknowledged, again and again. */
async function pay(loading: Loading, index: number): Promise<void> {
  const { random, ledger, secrets } = loading;
  const story = storyOf(random);
  // Of the three only Paystack tells of payments that are pending.
  const name = story.includes("pending") ? "paystack" : random.pick(PROVIDERS);
  const provider = providerNamed(name);
  const secret = assertDefined(secrets[VERIFYING_SECRETS[name]], "the service has made its secrets");
  const { credit, sessionId } = plan(loading, index, provider);
  const { paymentKey: key, amount, channel, device: terminalId } = credit;
  const payment = ledger.add({ provider: name, key, sessionId, amount, channel, terminalId, words: [] });
  const copies = random.whole(10) === 0 ? 2 + random.whole(3) : 1;
  for (const status of story) {
    const word: Word = { status, isAcknowledged: false };
    payment.words.push(word);
    const notice =
      status === "pending" ? pendingNotice(credit, secret) : provider.compose({ ...credit, status }, secret);
    const told = await Promise.all(Array.from({ length: copies }, () => tell(loading, word, notice)));
    if (!told.every(Boolean)) return;
  }
}

/** Makes up a payment, into the sessions in turn: to an account or, where its bank has any, at a terminal. */
function plan({ random, tills, run }: Loading, index: number, { channels }: Provider) {
  const { sessionId, account, terminals } = assertDefined(tills[index % tills.length], "there are sessions");
  const device = assertDefined(terminals[random.whole(terminals.length)], "each has terminals");
  const to: Destination =
    random.whole(2) === 0 || !channels.includes("pos")
      ? { channel: "bank_transfer", account }
      : { channel: "pos", device };
  return { credit: simulatedCredit(random, `chaos-${run}-${index}`, to), sessionId };
}

function storyOf(random: Random): [TransactionStatus, ...TransactionStatus[]] {
  let chance = random.whole(100);
  for (const [share, story] of STORIES) {
    if (chance < share) return story;
    chance -= share;
  }
  return ["successful"];
}

/** Paystack's notice of a payment under way, signed here: the simulator tells of ends only. */
function pendingNotice(credit: SimulatedCredit, secret: string): Notice {
  const { headers, body } = providerNamed("paystack").compose({ ...credit, status: "successful" }, secret);
  const pending = body.replace('"status":"success"', '"status":"pending"');
  const signature = createHmac("sha512", secret).update(pending).digest("hex");
  return { headers: { ...headers, "x-paystack-signature": signature }, body: pending };
}

/** Posts a notice until it is acknowledged, as a bank does; whether it was. */
async function tell({ traffic, random }: Loading, word: Word, notice: Notice): Promise<boolean> {
  const deadline = performance.now() + GIVE_UP_MS;
  for (let attempt = 0; performance.now() < deadline; attempt++) {
    const answer = await traffic.ask({ method: "POST", path: "/v1/webhooks/bank", ...notice });
    if (answer && answer.status >= 200 && answer.status < 300) {
      word.isAcknowledged = true;
      return true;
    }
    const waitMs = RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] ?? 0;
    await sleep(waitMs * (0.5 + random.next()));
  }
  return false;
}

async function read({ traffic, tills, apiKey }: Loading, index: number): Promise<void> {
  const { sessionId, terminals } = assertDefined(tills[index % tills.length], "there are sessions");
  const paths = [
    `/v1/reconciliation/${sessionId}`,
    `/v1/transactions?session_id=${sessionId}&limit=20`,
    `/v1/sessions/${sessionId}/terminals/${terminals[0]}/activity?limit=20`,
    `/v1/settlement/${sessionId}`,
  ];
  const path = paths[index % paths.length] ?? "";
  await traffic.ask({ method: "GET", path, headers: { "x-api-key": apiKey } });
}
