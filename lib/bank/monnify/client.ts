import { z } from "zod";
import { type BankCall, type BankResponse, callBank, requireCredential, requireData } from "../http-client";
import { optionalObject, scalar } from "../parsing/message";
import type { ProviderContext } from "../provider";
import { type BankToken, callWithToken } from "../token-cache";

const Login = z.object({ responseBody: z.object({ accessToken: z.string().min(1), expiresIn: scalar }) });
/** The lifetime of a token if a log-in states none, and the margin before its end, as in the official SDK [D]. */
const TOKEN_LIFETIME_SECONDS = 3600;
const REFRESH_MARGIN_SECONDS = 60;

const Status = optionalObject({ responseMessage: scalar, responseCode: scalar });
/** A refusal has `requestSuccessful: false`, with any HTTP status. */
const Refused = z.object({ requestSuccessful: z.literal(false) });

function readRefusal(json: unknown) {
  if (!Refused.safeParse(json).success) return undefined;
  const { responseMessage, responseCode } = Status.parse(json) ?? {};
  return { code: responseCode, reason: responseMessage };
}

/** Calls Monnify's API with the connection's cached token. Returns and throws like `callWithToken` and `callBank`. */
export function callMonnify<Shape extends z.ZodType>(
  { credentials, baseUrl }: ProviderContext,
  call: Pick<BankCall, "method" | "path" | "body">,
  shape: Shape,
): Promise<BankResponse<z.output<Shape>>> {
  const key = requireCredential(credentials.MONNIFY_API_KEY, "MONNIFY_API_KEY");
  const secret = requireCredential(credentials.MONNIFY_SECRET_KEY, "MONNIFY_SECRET_KEY");
  const monnify = { provider: "monnify", baseUrl, readRefusal };

  async function logIn(): Promise<BankToken> {
    const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}`;
    const login = {
      ...monnify,
      method: "POST",
      path: "/api/v1/auth/login",
      headers: { authorization },
    } as const;
    const { responseBody } = requireData("monnify: a token", await callBank(login, Login));
    const stated = Number(responseBody.expiresIn);
    const seconds = stated > 0 ? stated : TOKEN_LIFETIME_SECONDS;
    return {
      value: responseBody.accessToken,
      refreshAt: Date.now() + 1000 * Math.max(seconds - REFRESH_MARGIN_SECONDS, 0),
    };
  }
  return callWithToken(["monnify", baseUrl, key, secret], logIn, (token) =>
    callBank({ ...monnify, ...call, headers: { authorization: `Bearer ${token}` } }, shape),
  );
}
