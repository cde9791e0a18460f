import type { Random } from "./random";

interface MemberLocation {
  holder: Record<string, unknown>;
  member: string;
  path: string;
}

/** A placeholder for JSON text that no JavaScript value serialises to, such as a very large number. */
const RAW_PLACEHOLDER = /"<raw:([^">]*)>"/g;
const raw = (json: string) => `<raw:${json}>`;

/** Serialises corrupted JSON: like `JSON.stringify`, with raw numbers of any size. */
export function stringifyCorrupted(json: unknown): string {
  return JSON.stringify(json).replace(RAW_PLACEHOLDER, "$1");
}

const HUGE = [
  raw("1e19"),
  raw("1e30"),
  raw("1e400"),
  raw("18446744073709551615"),
  raw("0.000000001"),
  raw("-1"),
  raw("-0"),
  raw("9".repeat(60)),
  "9".repeat(300),
  "-5.00",
  "1,000.00",
  "NaN",
  "Infinity",
  "0x10",
];

const TEXTS = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "lone \udfff half",
  "\u202egnp.exe",
  "\u2067إيصال\u2069",
  "\ufffd",
  "\ufeffNGN",
  "e\u0301".repeat(50),
  "👩‍👩‍👧‍👦",
  "\r\n\t\u001b[31m",
  "__proto__",
  "constructor",
  "'; drop table transactions; --",
  "<script>alert(1)</script>",
  "=SUM(A1)",
  "%00%0a",
];

const TIMES = [
  "0001-01-01T00:00:00+14:00",
  "0001-01-01T00:00:00Z",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59-14:00",
  "9999-12-31T23:59:59.999Z",
  "+010000-01-01T00:00:00Z",
  "2026-02-30T10:00:00Z",
  "2026-11-20T24:00:00Z",
  "2026-11-20 10:00:00",
  "31/12/9999 11:59:59 PM",
  "01/01/0001 12:00:00 AM",
  "13/13/2026 1:00:00 PM",
  "1732104000",
  "soon",
];

/** Returns a time of any year in one of the banks' formats. */
function anyTime(random: Random): string {
  if (random.next() < 0.5) return random.pick(TIMES);
  const two = (max: number) => String(random.int(1, max)).padStart(2, "0");
  const year = String(random.int(0, 9999)).padStart(4, "0");
  return random.next() < 0.5
    ? `${year}-${two(12)}-${two(31)}T${two(23)}:${two(59)}:${two(59)}${random.pick(["Z", "+01:00", "-1400", ""])}`
    : `${two(31)}/${two(12)}/${year} ${random.int(1, 12)}:${two(59)}:${two(59)} ${random.pick(["AM", "PM"])}`;
}

/** Returns a value of another JSON type. */
function withOtherType(value: unknown, random: Random): unknown {
  const text = typeof value === "object" ? "text" : String(value);
  return random.pick<unknown>([
    null,
    true,
    false,
    0,
    5,
    [],
    {},
    [value],
    { value },
    [null],
    text,
    text === "" || Number.isNaN(Number(text)) ? 7.5 : Number(text),
  ]);
}

function nested(random: Random): unknown {
  let value: unknown = { amount: random.int(0, 3) };
  for (let depth = random.int(50, 500); depth > 0; depth--) value = random.next() < 0.5 ? [value] : { value };
  return value;
}

/** Returns an overlong text of at most `maxLength` characters; one in a hundred has the full length. */
function longText(random: Random, maxLength: number): string {
  const length = random.next() < 0.01 ? maxLength : random.int(201, Math.min(maxLength, 2000));
  return random.pick(["x", "7", "ẹ", "\u0000", " "]).repeat(length).slice(0, length);
}

function hostileValue(location: MemberLocation, random: Random, maxLength: number): unknown {
  const value = location.holder[location.member];
  if (/time|date|paid_?(at|on)|created/i.test(location.member) && random.next() < 0.6) return anyTime(random);
  if (/amount|fee|duty/i.test(location.member) && random.next() < 0.4) return random.pick(HUGE);
  const kinds = [
    () => undefined,
    () => withOtherType(value, random),
    () => random.pick(TEXTS),
    () => `${String(value)}${random.pick(TEXTS)}`,
    () => random.pick(HUGE),
    () => anyTime(random),
    () => longText(random, maxLength),
    () => nested(random),
  ];
  return random.pick(kinds)();
}

/** Lists every member of decoded JSON, at every depth. */
function listMembers(json: unknown, path = ""): MemberLocation[] {
  if (typeof json !== "object" || json === null) return [];
  const holder = json as Record<string, unknown>;
  return Object.keys(holder).flatMap((member) => {
    const here = path === "" ? member : `${path}.${member}`;
    return [{ holder, member, path: here }, ...listMembers(holder[member], here)];
  });
}

/**
 * Corrupts one to three members of decoded JSON in place: removes them or sets another JSON type, an out-of-range number,
 * a hostile text of up to `maxLength` characters, or a time of any year. Returns their paths.
 */
export function corruptMembers(json: unknown, random: Random, maxLength: number): string[] {
  const spoiled: string[] = [];
  for (let left = random.int(1, 3); left > 0; left--) {
    const locations = listMembers(json);
    if (locations.length === 0) break;
    const location = random.pick(locations);
    location.holder[location.member] = hostileValue(location, random, maxLength);
    spoiled.push(location.path);
  }
  return spoiled;
}
