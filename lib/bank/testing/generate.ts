import type { Kobo } from "@/lib/core/money";
import type { ProviderName } from "@/lib/env";
import { writeKobo } from "../parsing/amount";
import { ADAPTERS } from "./adapters";
import { DOCUMENTED, type Documented, type DocumentedBank, type GeneratedKind } from "./documented";
import { SECRET, setMember } from "./notices";
import { type Random, randomOf } from "./random";
import { signedHeaders } from "./signatures";
import { spoil, writeSpoiled } from "./spoil";

export interface GeneratedNotification {
  provider: ProviderName;
  /** Those that sign the body, which every adapter verifies. */
  headers: Record<string, string>;
  body: Buffer;
  kind: GeneratedKind;
  /**
   * What the notification said before its members were spoiled. The payment of a `payment` is its own and unique in
   * the sequence; a settlement, refund, reversal or dispute is about one of an earlier notification of the same bank,
   * if that is a payment. An account or device is one of those given.
   */
  intended: { paymentKey?: string; amount?: Kobo; account?: string; device?: string };
  /** The members that were spoiled; `(body)` where the body as a whole is. Empty: the notification is as documented. */
  spoiled: string[];
  /** Whether the members that hold the kind, the payment's key and the amount are as documented. */
  isAmountLegible: boolean;
}

export interface GenerateOptions {
  /** Accounts that transfers are paid into. */
  accounts: readonly string[];
  /** Devices that take payments. */
  devices: readonly string[];
  /** The secret that a bank signs with; that of the adapters' tests where absent. */
  secretOf?: (provider: ProviderName) => string;
}

const BROKEN = "(body)";
/** Notifications that are not spoiled. */
const SOUND_SHARE = 0.4;
/** Of those that are spoiled: bodies that are no JSON object at all. */
const BROKEN_SHARE = 0.03;
const LONGEST_TEXT = 1_048_576;
/** So that three of them fit into the largest body that Nomba's adapter takes, each character three bytes. */
const LONGEST_NOMBA_TEXT = 6000;

const UNKNOWN_KINDS = ["something.new", "payment.v9", "V9_POS_PURCHASE_TRANSACTION", "constructor", "", "💸"];

/** A hundred kinds: so many of each are generated. */
const KINDS: GeneratedKind[] = [
  ...Array<GeneratedKind>(60).fill("payment"),
  ...Array<GeneratedKind>(10).fill("unknown"),
  ...Array<GeneratedKind>(10).fill("ignored"),
  ...Array<GeneratedKind>(8).fill("settlement"),
  ...Array<GeneratedKind>(4).fill("refund"),
  ...Array<GeneratedKind>(4).fill("reversal"),
  ...Array<GeneratedKind>(4).fill("dispute"),
];

/** A kind that the bank has; a payment where it has not the one picked. */
function pickKind({ messages }: DocumentedBank, random: Random): GeneratedKind {
  const kind = random.pick(KINDS);
  const isMade = kind === "unknown" || kind === "ignored" || messages.some((one) => one.kind === kind);
  return isMade ? kind : "payment";
}

/**
 * Generates signed notifications of all banks in turn, lazily: documented ones, with keys, amounts, accounts and
 * devices of their own, most of them with members missing, of another JSON type or hostile. The same seed gives the
 * same ones, whatever the count.
 */
export function* generateNotifications(
  seed: number,
  count: number,
  options: GenerateOptions,
): Generator<GeneratedNotification> {
  for (let index = 0; index < count; index++) yield generateOne(seed, index, options);
}

function generateOne(seed: number, index: number, options: GenerateOptions): GeneratedNotification {
  const random = randomOf(seed, index);
  const adapter = ADAPTERS[index % ADAPTERS.length] as (typeof ADAPTERS)[number];
  const provider = adapter.name;
  const bank = DOCUMENTED[provider];
  const kind = pickKind(bank, random);
  const base = kind === "unknown" || kind === "ignored" ? "payment" : kind;
  const message = random.pick(bank.messages.filter((one) => one.kind === base));
  const json: unknown = JSON.parse(message.json);
  const intended = personalise(json, message, bank, { seed, index, random, options });
  if (kind === "unknown") setMember(json, bank.kindMember, random.pick(UNKNOWN_KINDS));
  if (kind === "ignored") ignore(json, bank, random.pick(adapter.ignoredKinds));
  const { body, spoiled } = write(json, provider, random);
  const secret = options.secretOf?.(provider) ?? SECRET;
  const headers = signedHeaders(provider, body, secret, `delivery-${seed}-${index}`);
  const essential = [bank.kindMember, ...message.keys, ...message.amounts];
  const isAmountLegible = !spoiled.some((path) => essential.some((member) => isWithin(member, path)));
  return { provider, headers, body, kind, intended, spoiled, isAmountLegible };
}

/** Whether a member is at this path or below it. A body that is broken as a whole holds none. */
function isWithin(member: string, path: string): boolean {
  return path === BROKEN || member === path || member.startsWith(`${path}.`);
}

interface Making {
  seed: number;
  index: number;
  random: Random;
  options: GenerateOptions;
}

const keyOf = (seed: number, index: number) => `generated-${seed}-${index}`;

/** Makes the message one of a payment of its own, or of an earlier one of the same bank; returns what it now says. */
function personalise(json: unknown, message: Documented, { unit }: DocumentedBank, making: Making) {
  const { seed, index, random, options } = making;
  const earlier = index - ADAPTERS.length * random.int(1, 50);
  const isOwn = message.kind === "payment" || earlier < 0;
  const paymentKey = keyOf(seed, isOwn ? index : earlier);
  const amount = BigInt(random.int(1, 50_000_000));
  const text = writeKobo(amount, unit);
  for (const member of message.keys) setMember(json, member, paymentKey);
  for (const member of message.amounts) setMember(json, member, random.next() < 0.5 ? text : Number(text));
  const intended: GeneratedNotification["intended"] = { paymentKey, amount };
  if (message.account && options.accounts.length > 0) {
    intended.account = random.pick(options.accounts);
    setMember(json, message.account, intended.account);
  }
  if (message.device && options.devices.length > 0) {
    intended.device = random.pick(options.devices);
    setMember(json, message.device, intended.device);
  }
  return intended;
}

/** Gives the message an ignored kind, `NAME` or `NAME:TYPE`. */
function ignore(json: unknown, { kindMember }: DocumentedBank, listed: string): void {
  const [name = "", type] = listed.split(":");
  setMember(json, kindMember, name);
  if (type) setMember(json, "data.type", type);
}

function write(json: unknown, provider: ProviderName, random: Random): { body: Buffer; spoiled: string[] } {
  if (random.next() < SOUND_SHARE) return { body: Buffer.from(JSON.stringify(json)), spoiled: [] };
  if (provider !== "nomba" && random.next() < BROKEN_SHARE)
    return { body: broken(JSON.stringify(json), random), spoiled: [BROKEN] };
  const spoiled = spoil(json, random, provider === "nomba" ? LONGEST_NOMBA_TEXT : LONGEST_TEXT);
  return { body: Buffer.from(writeSpoiled(json)), spoiled };
}

/** A body that is no JSON object, or not UTF-8. */
function broken(text: string, random: Random): Buffer {
  const whole = Buffer.from(text);
  const at = random.int(1, whole.length - 1);
  return random.pick([
    () => whole.subarray(0, at),
    () => Buffer.concat([whole.subarray(0, at), Buffer.from([0xff, 0xc0]), whole.subarray(at)]),
    () => Buffer.from(`[${text}]`),
    () => Buffer.from("null"),
    () => Buffer.alloc(0),
  ])();
}
