import ipaddr from "ipaddr.js";
import { z } from "zod";
import { readTls } from "./database-tls";

/** Creates a schema for an integer from `from` to `to`, inclusive. */
export const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .pipe(z.number().min(from, `must be at least ${from}`).max(to, `must be at most ${to}`));

/** `true` or `false`. */
export const flag = z
  .enum(["true", "false"], { error: "must be true or false" })
  .transform((text) => text === "true");

/** An http(s) URL. */
export const webAddress = z.url({ protocol: /^https?$/, error: "must be an http:// or https:// address" });

/** A PostgreSQL URL, with TLS as `readTls` reads it. */
export const databaseAddress = z
  .url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" })
  .superRefine((address, context) => {
    if (!URL.canParse(address)) return;
    try {
      readTls(address);
    } catch (thrown) {
      context.addIssue({
        code: "custom",
        message: thrown instanceof Error ? thrown.message : String(thrown),
      });
    }
  });

/** A secret of sufficient length. */
export const secret = z.string().min(16, "must be at least 16 characters");

/** 32 bytes in base64 or base64url, padded or not. */
export const encryptionKey = z.string().regex(/^[A-Za-z0-9+/_-]{43}=?$/, "must be 32 bytes in base64");

/** Parses a comma-separated list; empty entries are dropped. */
export const parseCommaList = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

/** A comma-separated list of encryption keys. */
export const encryptionKeyList = z.string().transform(parseCommaList).pipe(z.array(encryptionKey));

const isCidr = (text: string) => {
  try {
    ipaddr.parseCIDR(text);
    return true;
  } catch {
    return false;
  }
};

/** A comma-separated list of CIDR ranges. */
export const cidrList = z
  .string()
  .transform(parseCommaList)
  .pipe(z.array(z.string().refine(isCidr, "must be a comma-separated list of ranges such as 10.0.0.0/8")));

/** CIDR ranges of proxies, or `none`. */
export const proxyList = z.union([z.literal("none").transform((): string[] => []), cidrList], {
  error: "must be none, or a comma-separated list of ranges such as 10.0.0.0/8",
});

const isTimeZone = (text: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: text }));
  } catch {
    return false;
  }
};

/** An IANA time zone. */
export const timeZone = z.string().refine(isTimeZone, "must be an IANA time zone such as Africa/Lagos");
