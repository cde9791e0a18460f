import { createHash } from "node:crypto";
import { z } from "zod";
import type { BankMessage } from "./bank-message";
import { BankCredit } from "./credit";

/** How an erased body begins; no bank sends a member of that name first. */
const START = '{"takings_erased":1,';

const Kobo = z.codec(z.string().regex(/^-?\d+$/), z.bigint(), { decode: BigInt, encode: String });
const Time = z.codec(z.string(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
const event = z.string();
const Line = z.object({ paymentKey: z.string(), gross: Kobo.optional(), net: Kobo.optional() });

/** The messages of `BankMessage`, as far as they are kept: no member names a payer. */
const Kept = z.discriminatedUnion("kind", [
  BankCredit.extend({ event }),
  z.object({
    event,
    kind: z.literal("settlement"),
    reference: z.string(),
    settledOn: z.string(),
    amounts: z
      .object({
        gross: Kobo.optional(),
        fees: Kobo.optional(),
        stampDuty: Kobo.optional(),
        net: Kobo.optional(),
      })
      .optional(),
    paymentCount: z.number().optional(),
    destination: z.object({ account: z.string(), bankName: z.string() }).optional(),
    lines: z.array(Line),
    unreadableLines: z.array(z.object({ index: z.number(), why: z.string(), amount: Kobo.optional() })),
  }),
  z.object({
    event,
    kind: z.literal("reversal"),
    reversal: z.enum(["reversal", "refund", "dispute"]),
    stage: z.enum(["pending", "opened", "completed", "dismissed"]),
    paymentKeys: z.array(z.string()),
    reference: z.string(),
    status: z.string(),
    amount: Kobo.optional(),
    dueAt: Time.optional(),
  }),
  z.object({ event, kind: z.literal("ignored") }),
  z.object({
    event,
    kind: z.literal("unrecognised"),
    namesAmount: z.boolean(),
    amount: Kobo.optional(),
  }),
  z.object({ event, kind: z.literal("unreadable"), why: z.string() }),
]);
const Erased = z.object({ digest: z.string().regex(/^[0-9a-f]{64}$/), message: Kept });

/** The members of a credit that name its payer, empty. */
export const ERASED_PAYER = { senderName: "", senderAccount: "", narration: "" } as const;

/**
 * Composes what is kept of a notification whose payer's data is erased: the SHA-256 of its body as it was, and what its
 * adapter read from it except the payer. Everything else of the body, which may name people in members unknown to the
 * adapter, is gone.
 */
export function composeErasedBody(message: BankMessage, body: Buffer): Buffer {
  const kept = message.kind === "credit" ? { ...message, ...ERASED_PAYER } : message;
  const { digest, message: encoded } = z.encode(Erased, { digest: sha256(body), message: kept });
  return Buffer.from(`${START}"digest":"${digest}","message":${JSON.stringify(encoded)}}`);
}

/** Whether this is a body that `composeErasedBody` made. */
const isErasedBody = (body: Buffer) => body.subarray(0, START.length).toString("latin1") === START;

/** Returns the message of an erased body; `unreadable` if it was changed; undefined if the body is not an erased one. */
export function readErasedBody(body: Buffer): BankMessage | undefined {
  if (!isErasedBody(body)) return undefined;
  const erased = parse(body);
  return (
    erased?.message ?? {
      event: "",
      kind: "unreadable",
      why: "the erased notification was changed afterwards",
    }
  );
}

/** Returns the SHA-256 of the body that a bank sent, in hexadecimal, also if it is erased. */
export function originalDigest(body: Buffer): string {
  return (isErasedBody(body) ? parse(body)?.digest : undefined) ?? sha256(body);
}

function parse(body: Buffer) {
  try {
    return Erased.safeParse(JSON.parse(body.toString("utf8"))).data;
  } catch {
    return undefined;
  }
}

const sha256 = (body: Buffer) => createHash("sha256").update(body).digest("hex");
