import { createHash } from "node:crypto";
import { z } from "zod";
import { singleton } from "@/lib/process-singleton";
import { type BankCall, bankUnavailable, callBank, requireCredential } from "../http-client";
import { scalar } from "../parsing/message";
import { parseBankTime } from "../parsing/time";
import type { ProviderContext } from "../provider";

const Token = z.object({
  code: z.literal("00"),
  data: z.object({ access_token: z.string().min(1), expiresAt: scalar }),
});

/** A token lasts thirty minutes [D]. */
const TOKEN_LIFETIME_MS = 30 * 60_000;
/** A token is replaced this long before it expires, so that it does not expire during a call. */
const REFRESH_MARGIN_MS = 60_000;

interface Session {
  accessToken: string;
  refreshAt: number;
}

/** The sessions of this process by credentials, including sessions that are being opened. */
const sessions = () => singleton("nomba sessions", () => new Map<string, Promise<Session>>());

/**
 * Calls Nomba's API as the parent account. Nomba has one session, and concurrent log-ins can cause a 401 [D], so calls
 * share a token. It is replaced before it expires, and once after a 401. Throws like `callBank`, and
 * `Failure("unavailable")` if Nomba refuses the credentials.
 */
export async function callNomba<Shape extends z.ZodType>(
  context: ProviderContext,
  call: Pick<BankCall, "method" | "path" | "body">,
  shape: Shape,
): Promise<{ status: number; data: z.output<Shape> | undefined }> {
  const { accountId } = credentialsOf(context);
  const callWithToken = (accessToken: string) => {
    const headers = { accountId, authorization: `Bearer ${accessToken}` };
    return callBank({ ...call, provider: "nomba", baseUrl: context.baseUrl, headers }, shape);
  };
  const accessToken = await logIn(context);
  const response = await callWithToken(accessToken);
  return response.status === 401 ? callWithToken(await logIn(context, accessToken)) : response;
}

/** Returns the current session's token. Opens a session if there is none, it expires soon, or its token was refused. */
async function logIn(context: ProviderContext, refused?: string): Promise<string> {
  const { accountId, clientId, clientSecret } = credentialsOf(context);
  const key = createHash("sha256")
    .update(JSON.stringify([context.baseUrl, accountId, clientId, clientSecret]))
    .digest("hex");
  const current = sessions().get(key);
  const session = await current;
  if (session && session.accessToken !== refused && Date.now() < session.refreshAt)
    return session.accessToken;

  // Of the calls that awaited the same session, the first opens the next session and the others await it.
  const opening = sessions().get(key);
  if (opening && opening !== current) return (await opening).accessToken;
  const next = openSession(context);
  sessions().set(key, next);
  next.catch(() => sessions().get(key) === next && sessions().delete(key));
  return (await next).accessToken;
}

async function openSession(context: ProviderContext): Promise<Session> {
  const { accountId, clientId, clientSecret } = credentialsOf(context);
  const body = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
  const { baseUrl } = context;
  const path = "/v1/auth/token/issue";
  const call = { provider: "nomba", method: "POST", baseUrl, path, headers: { accountId }, body } as const;
  const { status, data } = await callBank(call, Token);
  if (!data) throw bankUnavailable(`nomba answered ${status} to the request for a token`);
  const now = Date.now();
  const stated = (parseBankTime(data.data.expiresAt, "UTC")?.getTime() ?? 0) - now;
  const lifetimeMs = stated > 0 ? Math.min(stated, TOKEN_LIFETIME_MS) : TOKEN_LIFETIME_MS;
  return { accessToken: data.data.access_token, refreshAt: now + lifetimeMs - REFRESH_MARGIN_MS };
}

function credentialsOf({ credentials }: ProviderContext) {
  return {
    accountId: requireCredential(credentials.NOMBA_ACCOUNT_ID, "NOMBA_ACCOUNT_ID"),
    clientId: requireCredential(credentials.NOMBA_CLIENT_ID, "NOMBA_CLIENT_ID"),
    clientSecret: requireCredential(credentials.NOMBA_CLIENT_SECRET, "NOMBA_CLIENT_SECRET"),
  };
}
