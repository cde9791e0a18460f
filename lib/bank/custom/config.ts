import { z } from "zod";

const headerName = z
  .string()
  .regex(/^[A-Za-z0-9-]+$/, "must be the name of a header")
  .transform((name) => name.toLowerCase());
/** The dotted path of a member of the notification: `data.customer.name`, `data.payers.0.name`. */
const memberPath = z.string().regex(/^[^.\s]+(\.[^.\s]+)*$/, "must be a dotted path such as data.amount");

const isTimeZone = (text: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: text }));
  } catch {
    return false;
  }
};

/** A placeholder in the signed content: the raw body, or a header of the notification. */
export const CONTENT_PLACEHOLDER = /\{body\}|\{header:([A-Za-z0-9-]+)\}/g;

const signedContent = z
  .string()
  .refine(
    (text) => text.split("{body}").length === 2,
    "must hold {body} exactly once, so that all of it is signed",
  )
  .refine(
    (text) => !/[{}]/.test(text.replace(CONTENT_PLACEHOLDER, "")),
    "may hold no other braces than {body} and {header:name}",
  );

const Signature = z.strictObject({
  header: headerName,
  algorithm: z.enum(["sha256", "sha512"], { error: "must be sha256 or sha512" }),
  encoding: z.enum(["hex", "base64"], { error: "must be hex or base64" }),
  content: signedContent,
});

const Fields = z
  .strictObject({
    paymentKey: memberPath,
    amount: memberPath,
    status: memberPath,
    channel: memberPath,
    currency: memberPath.optional(),
    account: memberPath.optional(),
    accountReference: memberPath.optional(),
    devices: z.array(memberPath).default([]),
    senderName: memberPath.optional(),
    senderAccount: memberPath.optional(),
    senderBankCode: memberPath.optional(),
    senderBankName: memberPath.optional(),
    narration: memberPath.optional(),
    bankRef: memberPath.optional(),
    paidAt: memberPath.optional(),
    fee: memberPath.optional(),
    stampDuty: memberPath.optional(),
  })
  .refine((fields) => fields.account !== undefined || fields.devices.length > 0, {
    error: "must name account, or at least one of devices: else no payment finds its session",
  });

const valueTable = <Meaning extends string>(meanings: readonly [Meaning, ...Meaning[]]) =>
  z
    .record(z.string(), z.enum(meanings, { error: `must be one of ${meanings.join(", ")}` }))
    .refine((table) => Object.keys(table).length > 0, "must map at least one word")
    .transform(
      (table) => new Map(Object.entries(table).map(([text, meaning]) => [text.toLowerCase(), meaning])),
    );

/** The schema of the file named by `CUSTOM_BANK_ADAPTER` (`docs/custom-bank.md`). No part of the signature has a default. */
export const CustomBank = z.strictObject({
  signature: Signature,
  event: z
    .strictObject({
      path: memberPath,
      credits: z.array(z.string()).min(1, "must name at least one event"),
      ignored: z.array(z.string()).default([]),
    })
    .refine(({ credits, ignored }) => !ignored.some((kind) => credits.includes(kind)), {
      error: "must not name an event in both credits and ignored",
      path: ["ignored"],
    }),
  fields: Fields,
  unit: z.enum(["kobo", "naira"], { error: "must be kobo or naira" }),
  timeZone: z.string().refine(isTimeZone, "must be an IANA time zone such as Africa/Lagos"),
  statuses: valueTable(["successful", "pending", "failed"]),
  channels: valueTable(["bank_transfer", "pos"]),
});
export type CustomBank = z.output<typeof CustomBank>;
