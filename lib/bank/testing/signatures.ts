import { readFileSync } from "node:fs";
import type { z } from "zod";
import type { ProviderName } from "@/lib/env";
import { CustomBank } from "../custom/config";
import * as customBank from "../custom/verify";
import * as flutterwave from "../flutterwave/verify";
import * as lenco from "../lenco/verify";
import * as moniepoint from "../moniepoint/verify";
import * as monnify from "../monnify/verify";
import * as nomba from "../nomba/verify";
import * as paystack from "../paystack/verify";

const EXAMPLE = "docs/custom-bank.example.json";
let example: z.output<typeof CustomBank> | undefined;
/** Reads the scheme of the example once, when it is needed: the emulators' bundle has no such file. */
function readScheme() {
  example ??= CustomBank.parse(JSON.parse(readFileSync(EXAMPLE, "utf8")));
  return example.signature;
}

const TIME = "2026-11-20T10:00:00Z";
const EPOCH_MS = "1795168800000";

/** Each bank's signing function. Nomba's signs members, so it throws if the body is not JSON. */
const SIGNERS: Record<ProviderName, (body: Buffer, secret: string, id: string) => Record<string, string>> = {
  paystack: (body, secret) => ({ [paystack.SIGNATURE_HEADER]: paystack.sign(body, secret) }),
  monnify: (body, secret) => ({ [monnify.SIGNATURE_HEADER]: monnify.sign(body, secret) }),
  lenco: (body, secret) => ({ [lenco.SIGNATURE_HEADER]: lenco.sign(body, secret) }),
  nomba: (body, secret) => ({
    ...nomba.SCHEME,
    [nomba.TIMESTAMP_HEADER]: TIME,
    [nomba.SIGNATURE_HEADER]: nomba.sign(body, TIME, secret),
  }),
  moniepoint: (body, secret, id) => ({
    [moniepoint.ID_HEADER]: id,
    [moniepoint.TIMESTAMP_HEADER]: EPOCH_MS,
    [moniepoint.SIGNATURE_HEADER]: moniepoint.sign(id, EPOCH_MS, body, secret),
  }),
  flutterwave: (body, secret) => ({ [flutterwave.SIGNATURE_HEADER]: flutterwave.sign(body, secret) }),
  custom: (body, secret, id) => {
    const scheme = readScheme();
    const headers = { "x-bank-delivery": id, "x-bank-timestamp": EPOCH_MS };
    const signature = customBank.sign(scheme, { body, headers: new Headers(headers) }, secret) ?? "";
    return { ...headers, [scheme.header]: signature };
  },
};

/** Returns the headers of a bank's notification; `id` is the delivery id, for banks that send one. */
export function signedHeaders(
  provider: ProviderName,
  body: Buffer,
  secret: string,
  id: string,
): Record<string, string> {
  return { "content-type": "application/json", ...SIGNERS[provider](body, secret, id) };
}
