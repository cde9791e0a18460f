import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type BrowserContext, request } from "@playwright/test";
import type { MemberRole } from "@/lib/core/roles";
import { expect, newPlatform, takings } from "../fixtures";
import { addressesOfRun } from "../service";

/** A person of an organisation, and what they sign in with. */
export interface Login {
  memberId: string;
  name: string;
  email: string;
  password: string;
  role: MemberRole;
}

/** Adds a member through the operator's command line; an organisation's first must be its owner. */
export async function newMember(
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
 * Signs a browser in as the form does, through the product's own door, without showing the form. A test's `request` too.
 * Asks again where a test beside it has too many passwords checked at once.
 */
export async function signIn(
  context: Pick<BrowserContext, "request">,
  { email, password }: Login,
): Promise<void> {
  const csrf = await context.request.get("/api/auth/csrf");
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const form = { csrfToken, email, password, json: "true" };
  const ask = () => context.request.post("/api/auth/callback/credentials", { form });
  let answer = await ask();
  while (answer.status() === 429) {
    await sleep(1_000 * Number(answer.headers()["retry-after"]));
    answer = await ask();
  }
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Shorter than the time for which the password that was given is good for keys, secrets and roles. */
const REUSED_FOR_MS = 10 * 60_000;

/** The cookies of each member who is signed in, by e-mail address, and since when; one worker's. */
const signedIn = new Map<string, { cookies: Awaited<ReturnType<BrowserContext["cookies"]>>; atMs: number }>();

/**
 * Gives a browser the sign-in that this worker made for a member before: checking a password takes a quarter of a second
 * of CPU by design. A sign-in that a test has ended, or of more than ten minutes ago, is replaced by a new one. A test that ends sign-ins, or opens two
 * browsers of one member, calls `signIn` instead.
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

/** A member of an organisation of their own whose role must have a second factor, and who has none yet. */
export async function newMemberWithoutFactor(): Promise<Login> {
  const { organisation } = await newPlatform();
  const owner = await newMember(organisation, "owner");
  const member = await newMember(organisation, "viewer");
  const context = await request.newContext({ baseURL: (await addressesOfRun()).door });
  await signIn({ request: context }, owner);
  const answer = await context.put("/api/dashboard/second-factor-roles", { data: { roles: ["viewer"] } });
  expect(answer.status()).toBe(200);
  await context.dispose();
  return member;
}
