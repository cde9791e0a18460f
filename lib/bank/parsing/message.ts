import { z } from "zod";
import type { Kobo } from "@/lib/core/money";
import type { BankMessage, RawNotice } from "../provider";
import { LARGEST_PAYMENT, readKobo, type Unit } from "./amount";
import { cleanText, isIdentity } from "./text";
import { unrecognised } from "./unrecognised";

/** What a message says, without the bank's name for it. */
export type Reading = BankMessage extends infer Message
  ? Message extends unknown
    ? Omit<Message, "event">
    : never
  : never;

/**
 * What a member reads as whose value has another JSON type than the documented one. It must not read as absent, for
 * absence can have a meaning. It is a control character, which no reader accepts: it is no identity, amount, status,
 * time or currency, and cleaned it is `""`.
 */
export const WRONG_TYPE = "\u0000";

/** A string or number of a bank's JSON as text; `null` or `undefined` where absent. Numbers arrive as written. */
export const scalar = z.string().nullish().catch(WRONG_TYPE);

/**
 * A JSON object of which only these members matter, all of them optional. Where another JSON type stands in its place,
 * every member below it is `WRONG_TYPE`.
 */
export function optionalObject<Shape extends z.ZodRawShape>(shape: Shape) {
  const object = z.object(shape);
  const wrong = object.parse(Object.fromEntries(Object.keys(shape).map((member) => [member, false])));
  return object.nullish().catch(() => wrong);
}

/** A JSON array of such things; anything else counts as an empty one. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.array(item).catch([]);
}

const utf8 = new TextDecoder();

/**
 * Decodes JSON with every number as the text that stood there, so that no amount or 64-bit identifier passes through
 * a float. Throws `SyntaxError` where it is no JSON. Bytes that are not UTF-8 become U+FFFD.
 */
export function decodeJson(body: Buffer): unknown {
  const text = utf8.decode(body);
  JSON.parse(text); // Strings and numbers can be told apart by their first character only in valid JSON.
  return JSON.parse(numbersAsTexts(text));
}

const [QUOTE, MINUS, ZERO, NINE, BACKSLASH] = [0x22, 0x2d, 0x30, 0x39, 0x5c];
const NUMBER = /[-+.\deE]+/y;

/** Valid JSON with quotes around its numbers. */
function numbersAsTexts(json: string): string {
  let written = "";
  let from = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      NUMBER.lastIndex = at;
      const [number = ""] = NUMBER.exec(json) ?? [];
      written += `${json.slice(from, at)}"${number}"`;
      from = at + number.length;
      at = from - 1;
    }
  }
  return written + json.slice(from);
}

/** Where the string ends that begins here: at the next quote before which no odd number of backslashes stands. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
}

/** Thrown inside an adapter's `read` and nowhere else: what names the member at fault. */
class Unreadable extends Error {
  readonly code = "unreadable";
}

/** Ends the reading of a notice: it is kept whole, as an exception that names the member. */
export function unreadable(member: string, fault: string): never {
  throw new Unreadable(`${member} ${fault}`);
}

/** The text as an identity, exactly as it came; else the notice is unreadable. */
export function identity(member: string, text: string | null | undefined): string {
  return isIdentity(text) ? text : unreadable(member, "is missing, or cannot identify a payment");
}

/** The amount in kobo, more than nothing and plausible; else the notice is unreadable. */
export function amountOf(member: string, text: string | null | undefined, unit: Unit): Kobo {
  const kobo = readKobo(text, unit);
  if (kobo === undefined) unreadable(member, `is not an exact amount in ${unit}`);
  if (kobo <= 0n) unreadable(member, "is not more than nothing");
  if (kobo > LARGEST_PAYMENT) unreadable(member, "is too large to be a payment");
  return kobo;
}

/** The table's entry under exactly this name, never what objects inherit. */
export function entryOf<Entry>(
  table: Record<string, Entry>,
  name: string | null | undefined,
): Entry | undefined {
  return name && Object.hasOwn(table, name) ? table[name] : undefined;
}

/** What a bank's word means by this table, whatever its case; else the notice is unreadable. */
export function mapStatus<Meaning>(
  member: string,
  text: string | null | undefined,
  table: Record<string, Meaning>,
): Meaning {
  return (
    entryOf(table, cleanText(text).toLowerCase()) ?? unreadable(member, "is not a status this adapter knows")
  );
}

/** The payment keys among these texts, each once, in their order; where there is none the notice is unreadable. */
export function paymentKeysOf(member: string, ...texts: (string | null | undefined)[]): string[] {
  const keys = new Set(texts.filter(isIdentity));
  if (keys.size === 0) unreadable(member, "is missing, or cannot identify a payment");
  return [...keys];
}

interface ReadContext {
  businessTimeZone: string;
}

/** How one bank's notifications are read. Every kind is in `kinds`, in `ignored`, or unrecognised. */
export interface Reader<Shape extends z.ZodType> {
  /** The members that matter. */
  shape: Shape;
  /** The unit of the bank's amounts. */
  unit: Unit;
  /** Where the name of the kind stands. */
  kind(wire: NonNullable<z.output<Shape>>): string | null | undefined;
  /** What each kind means; `undefined` from a reader: the notification is not of this kind after all. */
  kinds: Record<string, (wire: NonNullable<z.output<Shape>>, context: ReadContext) => Reading | undefined>;
  ignored: readonly string[];
  /** The documented amount of a notification, where its name need not contain "amount". */
  amount?(wire: NonNullable<z.output<Shape>>): string | null | undefined;
}

/** Decodes a notice's JSON. Throws where the body is none. */
export type Decode = (notice: RawNotice) => unknown;

/**
 * Makes the `parse` of an adapter: it reads a verified notification as one message and never throws; what cannot be
 * read is `unreadable` and says why. `decode` replaces the decoding where it is shared with the verification.
 */
export function parserOf<Shape extends z.ZodType>(
  reader: Reader<Shape>,
  decode: Decode = (notice) => decodeJson(notice.body),
): (notice: RawNotice, context: ReadContext) => BankMessage {
  return (notice, context) => {
    let event = "";
    try {
      const json = decode(notice);
      const wire = isObject(json) ? reader.shape.parse(json) : undefined;
      if (!wire) return { event, kind: "unreadable", why: "The body is not a JSON object" };
      event = cleanText(reader.kind(wire));
      return { event, ...readKind(reader, wire, event, context, json) };
    } catch (thrown) {
      const why = thrown instanceof Unreadable ? thrown.message : "The body is not JSON that can be read";
      return { event, kind: "unreadable", why };
    }
  };
}

const isObject = (json: unknown) => typeof json === "object" && json !== null && !Array.isArray(json);

function readKind<Shape extends z.ZodType>(
  reader: Reader<Shape>,
  wire: NonNullable<z.output<Shape>>,
  kind: string,
  context: ReadContext,
  json: unknown,
): Reading {
  const reading = entryOf(reader.kinds, kind)?.(wire, context);
  if (reading) return reading;
  if (reader.ignored.includes(kind)) return { kind: "ignored" };
  return unrecognised(json, reader.unit, reader.amount?.(wire));
}
