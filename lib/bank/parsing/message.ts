import { z } from "zod";
import type { Kobo } from "@/lib/core/money";
import type { BankMessage, RawNotification } from "../provider";
import { MAX_PAYMENT_KOBO, parseKobo, type Unit } from "./amount";
import { cleanText, isIdentity } from "./text";
import { toUnrecognised } from "./unrecognised";

/** A parsed message without the bank's name of the event. */
export type ParsedMessage = BankMessage extends infer Message
  ? Message extends unknown
    ? Omit<Message, "event">
    : never
  : never;

/**
 * The parsed value of a member whose JSON type is not the documented one. It differs from an absent value, because absence
 * can have a meaning. It is a control character that no parser accepts as an identity, amount, status, time or currency;
 * cleaned it is `""`.
 */
export const WRONG_TYPE = "\u0000";

/** A string or number of a bank's JSON as text; `null` or `undefined` if absent. Numbers keep their original text. */
export const scalar = z.string().nullish().catch(WRONG_TYPE);

/** A JSON object with these members, all optional. For a value of another JSON type every member is `WRONG_TYPE`. */
export function optionalObject<Shape extends z.ZodRawShape>(shape: Shape) {
  const object = z.object(shape);
  const wrong = object.parse(Object.fromEntries(Object.keys(shape).map((member) => [member, false])));
  return object.nullish().catch(() => wrong);
}

/** A JSON array; any other value is parsed as an empty array. */
export function arrayOf<Item extends z.ZodType>(item: Item) {
  return z.array(item).catch([]);
}

const utf8 = new TextDecoder();

/**
 * Decodes JSON and keeps every number as its original text, so that no amount or 64-bit identifier becomes a float. Throws
 * `SyntaxError` if it is not JSON. Bytes that are not UTF-8 become U+FFFD.
 */
export function decodeJson(body: Buffer): unknown {
  return JSON.parse(quoteNumbers(utf8.decode(body)));
}

const [QUOTE, MINUS, ZERO, NINE, BACKSLASH] = [0x22, 0x2d, 0x30, 0x39, 0x5c];
/** A number of JSON (RFC 8259 §6), but not as a member's name: quoted, it would become a valid one. */
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?!\s*:)/y;

/** Puts quotes around the numbers of JSON. A text that is not JSON stays one that is not. */
function quoteNumbers(json: string): string {
  let quoted = "";
  let from = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      NUMBER.lastIndex = at;
      const number = NUMBER.exec(json)?.[0];
      if (number === undefined) continue;
      quoted += `${json.slice(from, at)}"${number}"`;
      from = at + number.length;
      at = from - 1;
    }
  }
  return quoted + json.slice(from);
}

/** Returns the end of the string that starts here: the next quote after an even number of backslashes, else the end. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}

/** Thrown only inside an adapter's parser; its message names the invalid member. */
class Unreadable extends Error {
  readonly code = "unreadable";
}

/** Throws to end the parsing: the notification becomes an exception that names the member. */
export function throwUnreadable(member: string, problem: string): never {
  throw new Unreadable(`${member} ${problem}`);
}

/** Runs a parser that may call `throwUnreadable`; returns the message `unreadable` with its reason if it does. */
export function readOrUnreadable<Message>(
  read: () => Message,
): Message | { kind: "unreadable"; why: string } {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof Unreadable) return { kind: "unreadable", why: thrown.message };
    throw thrown;
  }
}

/** Returns the text unchanged if it is a valid identity; else throws `Unreadable`. */
export function requireIdentity(member: string, text: string | null | undefined): string {
  return isIdentity(text) ? text : throwUnreadable(member, "is missing, or cannot identify a payment");
}

/** Parses a positive and plausible amount to kobo; else throws `Unreadable`. */
export function requireAmount(member: string, text: string | null | undefined, unit: Unit): Kobo {
  const kobo = parseKobo(text, unit);
  if (kobo === undefined) throwUnreadable(member, `is not an exact amount in ${unit}`);
  if (kobo <= 0n) throwUnreadable(member, "is not more than nothing");
  if (kobo > MAX_PAYMENT_KOBO) throwUnreadable(member, "is too large to be a payment");
  return kobo;
}

/** Returns the table's own entry of this name, never an inherited one. */
export function getOwnEntry<Entry>(
  table: Record<string, Entry>,
  name: string | null | undefined,
): Entry | undefined {
  return name && Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Maps a bank's status by this table, ignoring case; throws `Unreadable` if it is not listed. */
export function mapStatus<Meaning>(
  member: string,
  text: string | null | undefined,
  table: Record<string, Meaning>,
): Meaning {
  return (
    getOwnEntry(table, cleanText(text).toLowerCase()) ??
    throwUnreadable(member, "is not a status of this adapter")
  );
}

/** Returns the distinct payment keys among these texts, in order; throws `Unreadable` if there is none. */
export function requirePaymentKeys(member: string, ...texts: (string | null | undefined)[]): string[] {
  const keys = new Set(texts.filter(isIdentity));
  if (keys.size === 0) throwUnreadable(member, "is missing, or cannot identify a payment");
  return [...keys];
}

interface ReadContext {
  businessTimeZone: string;
}

/** The configuration of a bank's parser. A kind that is neither in `kinds` nor in `ignored` is unrecognised. */
export interface ParserConfig<Shape extends z.ZodType> {
  /** The schema of the members that are used. */
  shape: Shape;
  /** The unit of the bank's amounts. */
  unit: Unit;
  /** Returns the name of the kind. */
  kind(payload: NonNullable<z.output<Shape>>): string | null | undefined;
  /** The parser of each kind; it returns `undefined` if the notification is not of this kind. */
  kinds: Record<
    string,
    (payload: NonNullable<z.output<Shape>>, context: ReadContext) => ParsedMessage | undefined
  >;
  ignored: readonly string[];
  /** Returns the amount of a notification if the member's name may not contain "amount". */
  amount?(payload: NonNullable<z.output<Shape>>): string | null | undefined;
}

/** Decodes a notification's JSON. Throws if the body is not JSON. */
export type Decode = (notification: RawNotification) => unknown;

/**
 * Creates the `parse` function of an adapter. It never throws; a notification that cannot be parsed is `unreadable` with
 * the reason. `decode` replaces the decoding if it is shared with the verification.
 */
export function createParser<Shape extends z.ZodType>(
  reader: ParserConfig<Shape>,
  decode: Decode = (notification) => decodeJson(notification.body),
): (notification: RawNotification, context: ReadContext) => BankMessage {
  return (notification, context) => {
    let event = "";
    try {
      const json = decode(notification);
      const payload = isObject(json) ? reader.shape.parse(json) : undefined;
      if (!payload) return { event, kind: "unreadable", why: "The body is not a JSON object" };
      event = cleanText(reader.kind(payload));
      return { event, ...readKind(reader, payload, event, context, json) };
    } catch (thrown) {
      const why = thrown instanceof Unreadable ? thrown.message : "The body is not JSON that can be read";
      return { event, kind: "unreadable", why };
    }
  };
}

const isObject = (json: unknown) => typeof json === "object" && json !== null && !Array.isArray(json);

function readKind<Shape extends z.ZodType>(
  reader: ParserConfig<Shape>,
  payload: NonNullable<z.output<Shape>>,
  kind: string,
  context: ReadContext,
  json: unknown,
): ParsedMessage {
  const reading = getOwnEntry(reader.kinds, kind)?.(payload, context);
  if (reading) return reading;
  if (reader.ignored.includes(kind)) return { kind: "ignored" };
  return toUnrecognised(json, reader.unit, reader.amount?.(payload));
}
