import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { BankMessage, Provider, RawNotice, SimulatedCredit } from "../provider";

export const SECRET = "a secret of the adapters' tests";

/** A payment that each adapter can write. */
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

/** The sample on a channel this adapter has. */
export function sampleFor(provider: Provider): SimulatedCredit {
  return provider.channels.includes("bank_transfer")
    ? SAMPLE
    : { ...SAMPLE, channel: "pos", device: "SN-0001" };
}

/** What an adapter composed, as it arrives. */
export function noticeOf(sent: { headers: Record<string, string>; body: string | Buffer }): RawNotice {
  return { headers: new Headers(sent.headers), body: Buffer.from(sent.body) };
}

/** The bytes of an adapter's fixture. */
export function fixture(provider: string, name: string): Buffer {
  return readFileSync(path.join(import.meta.dirname, "..", provider, "fixtures", `${name}.json`));
}

/** What an adapter reads from a body. */
export function parsed(provider: Provider, body: string | Buffer): BankMessage {
  return provider.parse(noticeOf({ headers: {}, body }), { businessTimeZone: "Africa/Lagos" });
}

/** What an adapter reads from a fixture after a change to its JSON text. */
export function changed(provider: Provider, name: string, from: string | RegExp, to: string): BankMessage {
  const before = fixture(provider.name, name).toString();
  const after = before.replace(from, to);
  if (after === before) throw new Error(`The fixture ${name} does not hold ${from}`);
  return parsed(provider, after);
}

interface Branch {
  [member: string]: unknown;
}

/** Sets the member at a dotted path of decoded JSON; `undefined` leaves it out. Throws where its parent is no object. */
export function setMember(json: unknown, memberPath: string, value: unknown): void {
  const members = memberPath.split(".");
  const last = members.pop() ?? "";
  const parent = members.reduce((here, member) => (here as Branch)[member], json) as Branch;
  if (typeof parent !== "object" || parent === null)
    throw new Error(`There is no member before ${memberPath}`);
  parent[last] = value;
}

/** What an adapter reads from JSON text after members of it were set. */
export function edited(
  provider: Provider,
  body: string | Buffer,
  members: Record<string, unknown>,
): BankMessage {
  const json = JSON.parse(body.toString());
  for (const [memberPath, value] of Object.entries(members)) setMember(json, memberPath, value);
  return parsed(provider, JSON.stringify(json));
}

function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => (letter < "a" ? letter.toLowerCase() : letter.toUpperCase()));
}

/** A properly signed notice, spoilt in each way that has nothing to do with what the bank signs. */
export function spoiltSignatures(provider: Provider): [string, RawNotice][] {
  const sent = provider.compose(sampleFor(provider), SECRET);
  const header = provider.signatureHeader;
  const signature = sent.headers[header] ?? "";
  const withSignature = (value: string) =>
    noticeOf({ ...sent, headers: { ...sent.headers, [header]: value } });
  const { [header]: _, ...unsigned } = sent.headers;
  const encoding = /^[0-9a-f]+$/.test(signature) ? "hex" : "base64";
  const otherEncoding = encoding === "hex" ? "base64" : "hex";
  const otherAlgorithm = (algorithm: string) =>
    createHmac(algorithm, SECRET).update(sent.body).digest(encoding);
  return [
    ["a notice without its signature header", noticeOf({ ...sent, headers: unsigned })],
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
    ["a signature of another secret", noticeOf(provider.compose(sampleFor(provider), `${SECRET}.`))],
  ];
}

/** A properly signed notice whose bytes were changed, though what it says was not or hardly. */
export function spoiltBodies(provider: Provider): [string, RawNotice][] {
  const sent = provider.compose(sampleFor(provider), SECRET);
  const flipped = Buffer.from(sent.body);
  flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 1;
  return [
    ["a body with one bit flipped", noticeOf({ ...sent, body: flipped })],
    ["a body written anew", noticeOf({ ...sent, body: JSON.stringify(JSON.parse(sent.body), null, 2) })],
    ["a body with a blank after it", noticeOf({ ...sent, body: `${sent.body} ` })],
    ["an empty body", noticeOf({ ...sent, body: "" })],
  ];
}
