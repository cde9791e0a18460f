import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { BankMessage, Provider, RawNotification, SimulatedCredit } from "../provider";

export const SECRET = "a secret of the adapters' tests";

/** A payment that most adapters can compose. */
export const SAMPLE: SimulatedCredit = {
  paymentKey: "PAY-0001",
  amount: 1_250_050n,
  channel: "bank_transfer",
  status: "successful",
  account: "9930000902",
  device: "",
  senderName: "Ngozi Obi",
  senderAccount: "0123456789",
  senderBank: "058",
  narration: "Ticket 12, gate A",
  bankRef: "000013261120101530123456789012",
  paidAt: new Date("2026-11-20T09:15:30.000Z"),
};

/** Returns the sample on a channel of this adapter. */
export function sampleFor(provider: Provider): SimulatedCredit {
  return provider.channels.includes("bank_transfer")
    ? SAMPLE
    : { ...SAMPLE, channel: "pos", device: "SN-0001" };
}

/** Converts a composed notification to a received one. */
export function toRawNotification(sent: {
  headers: Record<string, string>;
  body: string | Buffer;
}): RawNotification {
  return { headers: new Headers(sent.headers), body: Buffer.from(sent.body) };
}

/** Reads an adapter's fixture file. */
export function readFixture(provider: string, name: string): Buffer {
  return readFileSync(path.join(import.meta.dirname, "..", provider, "fixtures", `${name}.json`));
}

/** Parses a body with an adapter. */
export function parseBody(provider: Provider, body: string | Buffer): BankMessage {
  return provider.parse(toRawNotification({ headers: {}, body }), { businessTimeZone: "Africa/Lagos" });
}

/** Parses a fixture after a replacement in its JSON text. Throws if the replacement changes nothing. */
export function parseChangedFixture(
  provider: Provider,
  name: string,
  from: string | RegExp,
  to: string,
): BankMessage {
  const before = readFixture(provider.name, name).toString();
  const after = before.replace(from, to);
  if (after === before) throw new Error(`The fixture ${name} does not contain ${from}`);
  return parseBody(provider, after);
}

interface Branch {
  [member: string]: unknown;
}

/** Sets the member at a dotted path of decoded JSON; `undefined` removes it. Throws if its parent is not an object. */
export function setMember(json: unknown, memberPath: string, value: unknown): void {
  const members = memberPath.split(".");
  const last = members.pop() ?? "";
  const parent = members.reduce((here, member) => (here as Branch)[member], json) as Branch;
  if (typeof parent !== "object" || parent === null)
    throw new Error(`There is no member before ${memberPath}`);
  parent[last] = value;
}

/** Parses JSON text with an adapter after setting members of it. */
export function parseEditedBody(
  provider: Provider,
  body: string | Buffer,
  members: Record<string, unknown>,
): BankMessage {
  const json = JSON.parse(body.toString());
  for (const [memberPath, value] of Object.entries(members)) setMember(json, memberPath, value);
  return parseBody(provider, JSON.stringify(json));
}

function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => (letter < "a" ? letter.toLowerCase() : letter.toUpperCase()));
}

/** A signed notification with each kind of invalid signature. */
export function invalidSignatures(provider: Provider): [string, RawNotification][] {
  const sent = provider.compose(sampleFor(provider), SECRET);
  const header = provider.signatureHeader;
  const signature = sent.headers[header] ?? "";
  const withSignature = (value: string) =>
    toRawNotification({ ...sent, headers: { ...sent.headers, [header]: value } });
  const { [header]: _, ...unsigned } = sent.headers;
  const encoding = /^[0-9a-f]+$/.test(signature) ? "hex" : "base64";
  const otherEncoding = encoding === "hex" ? "base64" : "hex";
  const otherAlgorithm = (algorithm: string) =>
    createHmac(algorithm, SECRET).update(sent.body).digest(encoding);
  return [
    ["a notification without its signature header", toRawNotification({ ...sent, headers: unsigned })],
    ["an empty signature", withSignature("")],
    ["a signature in the other case", withSignature(swapCase(signature))],
    [
      "a signature in another encoding",
      withSignature(Buffer.from(signature, encoding).toString(otherEncoding)),
    ],
    ["a shortened signature", withSignature(signature.slice(0, -1))],
    ["a signature sent twice", withSignature(`${signature}, ${signature}`)],
    ["a SHA-1 signature", withSignature(otherAlgorithm("sha1"))],
    ["a SHA-256 signature of the bare body", withSignature(otherAlgorithm("sha256"))],
    ["a signature of another secret", toRawNotification(provider.compose(sampleFor(provider), `${SECRET}.`))],
  ];
}

/** A signed notification with each kind of changed body. */
export function changedBodies(provider: Provider): [string, RawNotification][] {
  const sent = provider.compose(sampleFor(provider), SECRET);
  const flipped = Buffer.from(sent.body);
  flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 1;
  return [
    ["a body with one bit flipped", toRawNotification({ ...sent, body: flipped })],
    [
      "a re-serialised body",
      toRawNotification({ ...sent, body: JSON.stringify(JSON.parse(sent.body), null, 2) }),
    ],
    ["a body with a blank after it", toRawNotification({ ...sent, body: `${sent.body} ` })],
    ["an empty body", toRawNotification({ ...sent, body: "" })],
  ];
}
