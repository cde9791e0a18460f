import { createHash } from "node:crypto";
import { z } from "zod";
import { type BankCall, type BankResponse, callBank, requireCredential, requireData } from "../http-client";
import { optionalObject, scalar } from "../parsing/message";
import type { ProviderContext } from "../provider";
import { type BankToken, callWithToken } from "../token-cache";

/** Tokens are issued at a host of their own [D]; behind another address than Flutterwave's, the API's address issues them. */
const TOKEN_HOST = "https://idp.flutterwave.com";
const TOKEN_PATH = "/realms/flutterwave/protocol/openid-connect/token";
const FLUTTERWAVE_ADDRESS = /^https:\/\/[a-z0-9-]+\.flutterwave\.(?:com|cloud)(?:\/|$)/;
/** The lifetime of a token if a log-in states none [D], and the margin before its end. */
const TOKEN_LIFETIME_SECONDS = 600;
const REFRESH_MARGIN_SECONDS = 60;

const Token = z.object({ access_token: z.string().min(1), expires_in: scalar });
/** The error object of v4 [C], and the message of the older pages [D]. */
const Failed = z.object({
  status: z.enum(["failed", "error"]),
  message: scalar,
  error: optionalObject({ code: scalar, message: scalar }),
});

function readRefusal(json: unknown) {
  const { data } = Failed.safeParse(json);
  return data && { code: data.error?.code, reason: data.error?.message || data.message };
}

/** Calls Flutterwave's API with the connection's cached token. Returns and throws like `callWithToken` and `callBank`. */
export function callFlutterwave<Shape extends z.ZodType>(
  { credentials, baseUrl }: ProviderContext,
  call: Pick<BankCall, "method" | "path" | "body"> & { headers?: Record<string, string> },
  shape: Shape,
): Promise<BankResponse<z.output<Shape>>> {
  const id = requireCredential(credentials.FLUTTERWAVE_CLIENT_ID, "FLUTTERWAVE_CLIENT_ID");
  const secret = requireCredential(credentials.FLUTTERWAVE_CLIENT_SECRET, "FLUTTERWAVE_CLIENT_SECRET");
  const bank = { provider: "flutterwave", readRefusal };

  async function logIn(): Promise<BankToken> {
    const form = { client_id: id, client_secret: secret, grant_type: "client_credentials" };
    const tokenUrl = FLUTTERWAVE_ADDRESS.test(baseUrl) ? TOKEN_HOST : baseUrl;
    const request = {
      ...bank,
      method: "POST",
      baseUrl: tokenUrl,
      path: TOKEN_PATH,
      headers: {},
      form,
    } as const;
    const { access_token, expires_in } = requireData("flutterwave: a token", await callBank(request, Token));
    const stated = Number(expires_in);
    const seconds = stated > 0 ? stated : TOKEN_LIFETIME_SECONDS;
    return {
      value: access_token,
      refreshAt: Date.now() + 1000 * Math.max(seconds - REFRESH_MARGIN_SECONDS, 0),
    };
  }
  return callWithToken(["flutterwave", baseUrl, id, secret], logIn, (token) => {
    const headers = { ...call.headers, authorization: `Bearer ${token}` };
    return callBank({ ...bank, ...call, baseUrl, headers }, shape);
  });
}

/**
 * Posts a body under an idempotency key, so that a repetition gets the first answer and has no second effect [D]. The key is
 * derived from the path and body: a request that was changed after a refusal is a new one. Returns and throws like
 * `callFlutterwave`.
 */
export function postOnce<Shape extends z.ZodType>(
  context: ProviderContext,
  path: string,
  body: Record<string, unknown>,
  shape: Shape,
): Promise<BankResponse<z.output<Shape>>> {
  const key = createHash("sha256")
    .update(JSON.stringify([path, body]))
    .digest("hex");
  const headers = { "x-idempotency-key": key };
  return callFlutterwave(context, { method: "POST", path, body, headers }, shape);
}
