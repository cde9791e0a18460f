import { z } from "zod";
import { type BankCall, type BankResponse, callBank, requireCredential } from "../http-client";
import { optionalObject, scalar } from "../parsing/message";
import type { ProviderContext } from "../provider";

const Status = optionalObject({ message: scalar, code: scalar });
/** A refusal has `status: false`, with any HTTP status [D]. */
const Refused = z.object({ status: z.literal(false) });

function readRefusal(json: unknown) {
  if (!Refused.safeParse(json).success) return undefined;
  const { message, code } = Status.parse(json) ?? {};
  return { code, reason: message };
}

/** Calls Paystack's API with the secret key, which does not expire. Returns and throws like `callBank`. */
export function callPaystack<Shape extends z.ZodType>(
  { credentials, baseUrl }: ProviderContext,
  call: Pick<BankCall, "method" | "path" | "body">,
  shape: Shape,
): Promise<BankResponse<z.output<Shape>>> {
  const secret = requireCredential(credentials.PAYSTACK_SECRET_KEY, "PAYSTACK_SECRET_KEY");
  const headers = { authorization: `Bearer ${secret}` };
  return callBank({ ...call, provider: "paystack", baseUrl, headers, readRefusal }, shape);
}
