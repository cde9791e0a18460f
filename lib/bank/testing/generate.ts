import type { Kobo } from "@/lib/core/money";
import type { ProviderName } from "@/lib/env";
import { formatBankAmount } from "../parsing/amount";
import { ADAPTERS } from "./adapters";
import { corruptMembers, stringifyCorrupted } from "./corrupt";
import {
  DOCUMENTED_BANKS,
  type DocumentedBank,
  type DocumentedMessage,
  type GeneratedKind,
} from "./documented-messages";
import { SECRET, setMember } from "./notifications";
import { createRandom, type Random } from "./random";
import { signedHeaders } from "./signatures";

export interface GeneratedNotification {
  provider: ProviderName;
  /** Includes the signature headers; every adapter verifies them. */
  headers: Record<string, string>;
  body: Buffer;
  kind: GeneratedKind;
  /**
   * The values before members were corrupted. The key of a `payment` is unique in the sequence; a settlement, refund,
   * reversal or dispute refers to an earlier notification of the same bank, if that is a payment. The account or device
   * is one of the given ones.
   */
  intended: { paymentKey?: string; amount?: Kobo; account?: string; device?: string };
  /** The corrupted members; `(body)` if the whole body is. Empty if the notification is as documented. */
  corruptedMembers: string[];
  /** Whether the members of the kind, the payment's key and the amount are uncorrupted. */
  isAmountReadable: boolean;
}

export interface GenerateOptions {
  /** The destination accounts of transfers. */
  accounts: readonly string[];
  /** Devices that take payments. */
  devices: readonly string[];
  /** Returns a bank's signing secret; default: the secret of the adapters' tests. */
  secretOf?: (provider: ProviderName) => string;
}

const WHOLE_BODY = "(body)";
/** The share of notifications that are not corrupted. */
const VALID_SHARE = 0.4;
/** The share of corrupted notifications whose body is not a JSON object. */
const INVALID_BODY_SHARE = 0.03;
const MAX_TEXT_LENGTH = 1_048_576;
/** Three texts of three bytes per character fit into Nomba's body limit. */
const MAX_NOMBA_TEXT_LENGTH = 6000;

const UNKNOWN_KINDS = ["something.new", "payment.v9", "V9_POS_PURCHASE_TRANSACTION", "constructor", "", "💸"];

/** The kinds weighted by frequency, in percent. */
const KINDS: GeneratedKind[] = [
  ...Array<GeneratedKind>(60).fill("payment"),
  ...Array<GeneratedKind>(10).fill("unknown"),
  ...Array<GeneratedKind>(10).fill("ignored"),
  ...Array<GeneratedKind>(8).fill("settlement"),
  ...Array<GeneratedKind>(4).fill("refund"),
  ...Array<GeneratedKind>(4).fill("reversal"),
  ...Array<GeneratedKind>(4).fill("dispute"),
];

/** Picks a kind that the bank supports; a payment if it does not support the picked one. */
function pickKind({ messages }: DocumentedBank, random: Random): GeneratedKind {
  const kind = random.pick(KINDS);
  const isSupported = kind === "unknown" || kind === "ignored" || messages.some((one) => one.kind === kind);
  return isSupported ? kind : "payment";
}

/**
 * Lazily generates signed notifications of all banks in turn: documented messages with generated keys, amounts, accounts
 * and devices, most of them with missing, wrongly typed or hostile members. Deterministic by seed, independent of the count.
 */
export function* generateNotifications(
  seed: number,
  count: number,
  options: GenerateOptions,
): Generator<GeneratedNotification> {
  for (let index = 0; index < count; index++) yield generateOne(seed, index, options);
}

function generateOne(seed: number, index: number, options: GenerateOptions): GeneratedNotification {
  const random = createRandom(seed, index);
  const adapter = ADAPTERS[index % ADAPTERS.length] as (typeof ADAPTERS)[number];
  const provider = adapter.name;
  const bank = DOCUMENTED_BANKS[provider];
  const kind = pickKind(bank, random);
  const base = kind === "unknown" || kind === "ignored" ? "payment" : kind;
  const message = random.pick(bank.messages.filter((one) => one.kind === base));
  const json: unknown = JSON.parse(message.json);
  const intended = setPaymentMembers(json, message, bank, { seed, index, random, options });
  if (kind === "unknown") setMember(json, bank.kindMember, random.pick(UNKNOWN_KINDS));
  if (kind === "ignored") setIgnoredKind(json, bank, random.pick(adapter.ignoredKinds));
  const { body, spoiled } = write(json, provider, random);
  const secret = options.secretOf?.(provider) ?? SECRET;
  const headers = signedHeaders(provider, body, secret, `delivery-${seed}-${index}`);
  const essential = [bank.kindMember, ...message.keys, ...message.amounts];
  const isAmountLegible = !spoiled.some((path) => essential.some((member) => isWithin(member, path)));
  return {
    provider,
    headers,
    body,
    kind,
    intended,
    corruptedMembers: spoiled,
    isAmountReadable: isAmountLegible,
  };
}

/** Whether a member is at this path or below it; every member is within `(body)`. */
function isWithin(member: string, path: string): boolean {
  return path === WHOLE_BODY || member === path || member.startsWith(`${path}.`);
}

interface GenerationContext {
  seed: number;
  index: number;
  random: Random;
  options: GenerateOptions;
}

const paymentKeyFor = (seed: number, index: number) => `generated-${seed}-${index}`;

/** Sets the members of a new payment, or of an earlier one of the same bank; returns the values set. */
function setPaymentMembers(
  json: unknown,
  message: DocumentedMessage,
  { unit }: DocumentedBank,
  context: GenerationContext,
) {
  const { seed, index, random, options } = context;
  const earlier = index - ADAPTERS.length * random.int(1, 50);
  const isOwn = message.kind === "payment" || earlier < 0;
  const paymentKey = paymentKeyFor(seed, isOwn ? index : earlier);
  const amount = BigInt(random.int(1, 50_000_000));
  const text = formatBankAmount(amount, unit);
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

/** Sets the message's kind to an ignored one, `NAME` or `NAME:TYPE`. */
function setIgnoredKind(json: unknown, { kindMember }: DocumentedBank, listed: string): void {
  const [name = "", type] = listed.split(":");
  setMember(json, kindMember, name);
  if (type) setMember(json, "data.type", type);
}

function write(json: unknown, provider: ProviderName, random: Random): { body: Buffer; spoiled: string[] } {
  if (random.next() < VALID_SHARE) return { body: Buffer.from(JSON.stringify(json)), spoiled: [] };
  if (provider !== "nomba" && random.next() < INVALID_BODY_SHARE)
    return { body: corruptBody(JSON.stringify(json), random), spoiled: [WHOLE_BODY] };
  const spoiled = corruptMembers(
    json,
    random,
    provider === "nomba" ? MAX_NOMBA_TEXT_LENGTH : MAX_TEXT_LENGTH,
  );
  return { body: Buffer.from(stringifyCorrupted(json)), spoiled };
}

/** Returns a body that is not a JSON object, or not UTF-8. */
function corruptBody(text: string, random: Random): Buffer {
  const bytes = Buffer.from(text);
  const at = random.int(1, bytes.length - 1);
  return random.pick([
    () => bytes.subarray(0, at),
    () => Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff, 0xc0]), bytes.subarray(at)]),
    () => Buffer.from(`[${text}]`),
    () => Buffer.from("null"),
    () => Buffer.alloc(0),
  ])();
}
