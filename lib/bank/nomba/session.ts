import { createHash } from "node:crypto";
import { z } from "zod";
import { singleton } from "@/lib/process-singleton";
import { type BankCall, bankUnavailable, callBank, credential } from "../http-client";
import { readMoment } from "../parsing/clock";
import { scalar } from "../parsing/message";
import type { ProviderContext } from "../provider";

const Token = z.object({
  code: z.literal("00"),
  data: z.object({ access_token: z.string().min(1), expiresAt: scalar }),
});

/** A token lasts thirty minutes [D]. */
const LIFETIME_MS = 30 * 60_000;
/** A token this close to its end is replaced: a call must not outlive it. */
const MARGIN_MS = 60_000;

interface Session {
  accessToken: string;
  refreshAt: number;
}

/** The sessions of this process by their credentials; the one that is being opened included. */
const sessions = () => singleton("nomba sessions", () => new Map<string, Promise<Session>>());

/**
 * Calls Nomba's API as the parent account. Nomba keeps one session, and logging in twice at a time can end in a 401
 * [D]: so calls share a token, which is replaced before it expires and once after a 401. Throws as `callBank`, and
 * `Failure("unavailable")` where Nomba refuses the credentials.
 */
export async function callNomba<Shape extends z.ZodType>(
  context: ProviderContext,
  call: Pick<BankCall, "method" | "path" | "body">,
  shape: Shape,
): Promise<{ status: number; data: z.output<Shape> | undefined }> {
  const { accountId } = credentialsOf(context);
  const attempt = (accessToken: string) => {
    const headers = { accountId, authorization: `Bearer ${accessToken}` };
    return callBank({ ...call, provider: "nomba", baseUrl: context.baseUrl, headers }, shape);
  };
  const accessToken = await logIn(context);
  const answer = await attempt(accessToken);
  return answer.status === 401 ? attempt(await logIn(context, accessToken)) : answer;
}

/** The token of the current session. A new one is opened where there is none, it ends soon, or its token was refused. */
async function logIn(context: ProviderContext, refused?: string): Promise<string> {
  const { accountId, clientId, clientSecret } = credentialsOf(context);
  const key = createHash("sha256")
    .update(JSON.stringify([context.baseUrl, accountId, clientId, clientSecret]))
    .digest("hex");
  const current = sessions().get(key);
  const session = await current;
  if (session && session.accessToken !== refused && Date.now() < session.refreshAt)
    return session.accessToken;

  // Of calls that waited for the same session, the first opens the next one and the others wait for that.
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
  const stated = (readMoment(data.data.expiresAt, "UTC")?.getTime() ?? 0) - now;
  const lifetimeMs = stated > 0 ? Math.min(stated, LIFETIME_MS) : LIFETIME_MS;
  return { accessToken: data.data.access_token, refreshAt: now + lifetimeMs - MARGIN_MS };
}

function credentialsOf({ credentials }: ProviderContext) {
  return {
    accountId: credential(credentials.NOMBA_ACCOUNT_ID, "NOMBA_ACCOUNT_ID"),
    clientId: credential(credentials.NOMBA_CLIENT_ID, "NOMBA_CLIENT_ID"),
    clientSecret: credential(credentials.NOMBA_CLIENT_SECRET, "NOMBA_CLIENT_SECRET"),
  };
}
