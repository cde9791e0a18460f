import { z } from "zod";
import { type BankCall, type BankResponse, callBank, requireCredential } from "../http-client";
import { optionalObject, scalar } from "../parsing/message";
import type { ProviderContext } from "../provider";

const Status = optionalObject({ message: scalar, errorCode: scalar });
/** A refusal has `status: false`, with any HTTP status [D]. */
const Refused = z.object({ status: z.literal(false) });

function readRefusal(json: unknown) {
  if (!Refused.safeParse(json).success) return undefined;
  const { message, errorCode } = Status.parse(json) ?? {};
  return { code: errorCode, reason: message };
}

/** Calls Lenco's API with its token, which does not expire. Returns and throws like `callBank`. */
export function callLenco<Shape extends z.ZodType>(
  { credentials, baseUrl }: ProviderContext,
  call: Pick<BankCall, "method" | "path" | "body">,
  shape: Shape,
): Promise<BankResponse<z.output<Shape>>> {
  const token = requireCredential(credentials.LENCO_API_TOKEN, "LENCO_API_TOKEN");
  const headers = { authorization: `Bearer ${token}` };
  return callBank({ ...call, provider: "lenco", baseUrl, headers, readRefusal }, shape);
}
