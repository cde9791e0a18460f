import { randomBytes } from "node:crypto";
import { type APIResponse, type BrowserContext, request } from "@playwright/test";
import type { MemberRole } from "@/lib/core/roles";
import { createPlatform, expect, takings } from "../fixtures";
import { getRunAddresses } from "../service";

/** The e-mail address and password of an organisation's member. */
export interface Login {
  memberId: string;
  name: string;
  email: string;
  password: string;
  role: MemberRole;
}

/** Adds a member through the operator's command line; an organisation's first must be its owner. */
export async function createMember(
  organisation: string,
  role: MemberRole,
  name = "Adaeze Nwosu",
): Promise<Login> {
  const email = `${role}-${randomBytes(6).toString("hex")}@example.com`;
  const who = ["--organisation", organisation, "--email", email, "--name", name, "--role", role];
  const { member_id: memberId, password } = await takings<{ member_id: string; password: string }>(
    "members",
    "add",
    ...who,
  );
  return { memberId, name, email, password, role };
}

/**
 * Posts a sign-in by the same requests as the form, without showing it. Repeats while parallel tests have too many
 * passwords hashed at once.
 */
export async function postSignIn(
  { request }: Pick<BrowserContext, "request">,
  login: Pick<Login, "email" | "password">,
): Promise<APIResponse> {
  const csrf = await request.get("/api/auth/csrf");
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const form = { ...login, csrfToken, json: "true" };
  const ask = () => request.post("/api/auth/callback/credentials", { form });
  let answer = await ask();
  const isRefused = async () => {
    if (answer.status() === 429) answer = await ask();
    return answer.status() === 429;
  };
  await expect.poll(isRefused, { intervals: [1_000], timeout: 60_000 }).toBe(false);
  return answer;
}

/** Signs a browser, or a test's `request`, in. */
export async function signIn(
  context: Pick<BrowserContext, "request">,
  { email, password }: Login,
): Promise<void> {
  const answer = await postSignIn(context, { email, password });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Shorter than the time for which a password confirmation is valid for keys, secrets and roles. */
const REUSED_FOR_MS = 10 * 60_000;

/** The cookies and time of each member's sign-in in this worker, by e-mail address. */
const signedIn = new Map<string, { cookies: Awaited<ReturnType<BrowserContext["cookies"]>>; atMs: number }>();

/**
 * Gives a browser the sign-in that this worker created for a member earlier, because a password check takes a
 * quarter of a second of CPU by design. A sign-in that has been ended, or is more than ten minutes old, is
 * replaced. A test that ends sign-ins, or opens two browsers of one member, calls `signIn` instead.
 */
export async function reuseSignIn(context: BrowserContext, login: Login): Promise<void> {
  const known = signedIn.get(login.email);
  if (known && Date.now() - known.atMs < REUSED_FOR_MS) {
    await context.addCookies(known.cookies);
    if ((await context.request.get("/api/dashboard/sign-ins")).ok()) return;
    await context.clearCookies();
  }
  await signIn(context, login);
  signedIn.set(login.email, { cookies: await context.cookies(), atMs: Date.now() });
}

/** Creates a member, in a new organisation, whose role requires a second factor and who has none yet. */
export async function createMemberWithoutFactor(): Promise<Login> {
  const { organisation } = await createPlatform();
  const owner = await createMember(organisation, "owner");
  const member = await createMember(organisation, "viewer");
  const context = await request.newContext({ baseURL: (await getRunAddresses()).server });
  await signIn({ request: context }, owner);
  const answer = await context.put("/api/dashboard/second-factor-roles", { data: { roles: ["viewer"] } });
  expect(answer.status()).toBe(200);
  await context.dispose();
  return member;
}
