import { z } from "zod";
import { type BankCall, type BankResponse, callBank, requireCredential, requireData } from "../http-client";
import { getOwnEntry, optionalObject, scalar } from "../parsing/message";
import { cleanText } from "../parsing/text";
import { parseBankTime } from "../parsing/time";
import type { ProviderContext } from "../provider";
import { type BankToken, callWithToken } from "../token-cache";

const Token = z.object({ data: z.object({ access_token: z.string().min(1), expiresAt: scalar }) });

/** A token lasts thirty minutes [D]. */
const TOKEN_LIFETIME_MS = 30 * 60_000;
/** A token is replaced this long before it expires, so that it does not expire during a call. */
const REFRESH_MARGIN_MS = 60_000;

/** The code of a success; a response with another one is a refusal, also with the HTTP status 200 [D]. */
const SUCCESS = "00";
/** Codes that the documentation says to retry; `02`, `05` and `06` are permanent [D]. */
const RETRYABLE_CODES: Record<string, boolean> = { "01": true };
const Status = optionalObject({ code: scalar, description: scalar });

function readRefusal(json: unknown) {
  const { code, description } = Status.parse(json) ?? {};
  if (cleanText(code) === "" || code === SUCCESS) return undefined;
  const isRetryable = getOwnEntry(RETRYABLE_CODES, code);
  return { code, reason: description, ...(isRetryable && { isTransient: true }) };
}

/**
 * Calls Nomba's API as the parent account. Nomba has one session, and concurrent log-ins can cause a 401 [D], so calls
 * share a token. Returns like `callBank`: a code other than `00` is a refusal. Throws like `callBank` and
 * `callWithToken`, and `Failure("bank_refused")` if Nomba refuses the credentials for good.
 */
export function callNomba<Shape extends z.ZodType>(
  context: ProviderContext,
  call: Pick<BankCall, "method" | "path" | "body">,
  shape: Shape,
): Promise<BankResponse<z.output<Shape>>> {
  const { baseUrl } = context;
  const { accountId, clientId, clientSecret } = credentialsOf(context);
  return callWithToken(
    ["nomba", baseUrl, accountId, clientId, clientSecret],
    () => openSession(context),
    (token) => {
      const headers = { accountId, authorization: `Bearer ${token}` };
      return callBank({ ...call, provider: "nomba", baseUrl, headers, readRefusal }, shape);
    },
  );
}

async function openSession(context: ProviderContext): Promise<BankToken> {
  const { accountId, clientId, clientSecret } = credentialsOf(context);
  const body = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
  const { baseUrl } = context;
  const path = "/v1/auth/token/issue";
  const headers = { accountId };
  const call = { provider: "nomba", method: "POST", baseUrl, path, headers, body, readRefusal } as const;
  const { data } = requireData("nomba: a token", await callBank(call, Token));
  const now = Date.now();
  const stated = (parseBankTime(data.expiresAt, "UTC")?.getTime() ?? 0) - now;
  const lifetimeMs = stated > 0 ? Math.min(stated, TOKEN_LIFETIME_MS) : TOKEN_LIFETIME_MS;
  return { value: data.access_token, refreshAt: now + lifetimeMs - REFRESH_MARGIN_MS };
}

function credentialsOf({ credentials }: ProviderContext) {
  return {
    accountId: requireCredential(credentials.NOMBA_ACCOUNT_ID, "NOMBA_ACCOUNT_ID"),
    clientId: requireCredential(credentials.NOMBA_CLIENT_ID, "NOMBA_CLIENT_ID"),
    clientSecret: requireCredential(credentials.NOMBA_CLIENT_SECRET, "NOMBA_CLIENT_SECRET"),
  };
}
