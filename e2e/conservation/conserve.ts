import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { ADAPTERS } from "@/lib/bank/testing/adapters";
import type { GeneratedNotification } from "@/lib/bank/testing/generate";
import type { Api, Bank } from "../fixtures";
import { formatNaira } from "../ledger-queries";
import { readLinesWithoutOutcome, readStored, type StoredNotification } from "./outcomes";
import { postGenerated, type Statuses } from "./post";

type Sent = Pick<GeneratedNotification, "kind" | "intended" | "isAmountReadable" | "provider"> & {
  isSound: boolean;
  isStored: boolean;
};

const identityOf = (provider: string, digest: string) => `${provider} ${digest}`;

/**
 * Posts generated notifications to the service, and checks the outcome of each: every one is answered 200 and
 * stored, and its amount ends as a transaction, as an exception, or in a kind that its adapter lists as ignored.
 * Rejects with the notifications that violate this; resolves with a summary.
 */
export async function expectAmountsConserved(
  place: { api: Api; bank: Bank },
  { count, seed }: { count: number; seed: number },
): Promise<string> {
  const sent = new Map<string, Sent>();
  const onGenerated = ({ body, corruptedMembers: spoiled, ...one }: GeneratedNotification) => {
    const { kind, intended, isAmountReadable, provider } = one;
    const digest = createHash("sha256").update(body).digest("hex");
    const isSound = spoiled.length === 0;
    sent.set(identityOf(provider, digest), {
      kind,
      intended,
      isAmountReadable: isAmountReadable,
      provider,
      isSound,
      isStored: false,
    });
  };
  const statuses = await postGenerated(place, { count, seed, onGenerated });
  assert.deepEqual([...statuses.keys()], [200], `every notification is acknowledged: ${show(statuses)}`);
  const tally = new Tally();
  await readStored((stored) => {
    const one = sent.get(identityOf(stored.provider, stored.digest));
    if (!one) return;
    one.isStored = true;
    tally.add(one, stored);
  });
  const missing = [...sent.values()].filter(({ isStored }) => !isStored);
  assert.equal(missing.length, 0, `not stored: ${JSON.stringify(missing.slice(0, 5), bigintAsText)}`);
  assert.equal(tally.lost.length, 0, `lost from sight:\n${tally.lost.slice(0, 10).join("\n")}`);
  const lines = await readLinesWithoutOutcome();
  const own = lines.filter(({ provider, digest }) => sent.has(identityOf(provider, digest)));
  assert.deepEqual(own, [], "settlement lines that are neither applied nor an exception");
  return `${show(statuses)}; ${tally.summary()}`;
}

/** The counts of notifications by outcome, and the sums of those with an unambiguous amount. */
class Tally {
  /** Notifications whose amount has no outcome. */
  readonly lost: string[] = [];
  private readonly outcomes = new Map<string, number>();
  private readonly money = new Map<"in" | "transactions" | "exceptions", bigint>();

  add(sent: Sent, stored: StoredNotification): void {
    this.outcomes.set(stored.outcome, (this.outcomes.get(stored.outcome) ?? 0) + 1);
    if (!isConserved(sent, stored)) this.lost.push(JSON.stringify({ ...sent, ...stored }, bigintAsText));
    const { amount = 0n } = sent.intended;
    if (!sent.isSound || sent.kind !== "payment") return;
    this.count("in", amount);
    this.count(stored.recorded === String(amount) ? "transactions" : "exceptions", amount);
  }

  summary(): string {
    const of = (what: "in" | "transactions" | "exceptions") => formatNaira(this.money.get(what) ?? 0n);
    return `${show(this.outcomes)}; of documented payments ${of("in")} in = ${of("transactions")} in transactions + ${of("exceptions")} in exceptions`;
  }

  private count(what: "in" | "transactions" | "exceptions", amount: bigint): void {
    this.money.set(what, (this.money.get(what) ?? 0n) + amount);
  }
}

/** Whether a notification's amount has an outcome, judged by the generator's input, not by what an adapter parses. */
function isConserved(sent: Sent, stored: StoredNotification): boolean {
  const { recorded, excepted, listed, outcome } = stored;
  if (outcome === "ignored") return isListedAsIgnored(sent, stored);
  if (outcome === "unrecognised") return !sent.isAmountReadable;
  const hasMoney = recorded !== undefined || excepted.length > 0 || listed.length > 0;
  if (!sent.isSound) return hasMoney;
  const amount = String(sent.intended.amount);
  switch (sent.kind) {
    case "payment":
      return recorded === amount || excepted.includes(amount);
    case "settlement":
      // A second line of one settlement is not stored beside the first: it is an exception only.
      return listed.includes(amount) || excepted.includes(amount);
    case "refund":
    case "reversal":
    case "dispute":
      return listed.includes(amount) && excepted.includes(amount);
    default:
      // For an unknown kind it is undefined which of its amounts is the payment's.
      return excepted.some((kobo) => kobo !== "0");
  }
}

/** Whether the kind is on its adapter's list, and was not generated from a payment of a documented kind. */
function isListedAsIgnored(
  { kind, isAmountReadable, provider }: Sent,
  { event }: StoredNotification,
): boolean {
  const listed = ADAPTERS.find(({ name }) => name === provider)?.ignoredKinds ?? [];
  const isListed = listed.some((one) => one === event || one.startsWith(`${event}:`));
  return isListed && (kind === "ignored" || !isAmountReadable);
}

const show = (counts: Statuses | Map<string, number>) =>
  [...counts].map(([what, count]) => `${what}: ${count.toLocaleString("en")}`).join(", ");

const bigintAsText = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
