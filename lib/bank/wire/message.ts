import { z } from "zod";
import type { Kobo } from "@/lib/core/money";
import type { BankMessage } from "../provider";
import { LARGEST_PAYMENT, readKobo, type Unit } from "./amount";
import { cleanText, isIdentity } from "./text";

/** What a message says, without the bank's name for it. */
export type Reading = BankMessage extends infer Message
  ? Message extends unknown
    ? Omit<Message, "event">
    : never
  : never;

/** A scalar of a bank's JSON as its text; anything else counts as absent. Numbers arrive as they were written. */
export const word = z.string().nullish().catch(null);

/** A JSON object of which only these members matter, all of them optional; anything else counts as absent. */
export function part<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).nullish().catch(null);
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
export function meaning<Meaning>(
  member: string,
  text: string | null | undefined,
  table: Record<string, Meaning>,
): Meaning {
  return (
    entryOf(table, cleanText(text).toLowerCase()) ?? unreadable(member, "is not a status this adapter knows")
  );
}

/** How one bank's messages are read: the members that matter, where the event's name stands, what it means. */
interface Reader<Shape extends z.ZodType> {
  shape: Shape;
  event(wire: NonNullable<z.output<Shape>>): string | null | undefined;
  read(wire: NonNullable<z.output<Shape>>, event: string): Reading;
}

/** Reads a notice's body as one message. Never throws: what cannot be read is `unreadable` and says why. */
export function readMessage<Shape extends z.ZodType>(body: Buffer, reader: Reader<Shape>): BankMessage {
  let event = "";
  try {
    const wire = reader.shape.parse(decodeJson(body));
    if (!wire) return { event, kind: "unreadable", why: "The body is not a JSON object" };
    event = cleanText(reader.event(wire));
    return { event, ...reader.read(wire, event) };
  } catch (thrown) {
    const why = thrown instanceof Unreadable ? thrown.message : "The body is not JSON that can be read";
    return { event, kind: "unreadable", why };
  }
}
