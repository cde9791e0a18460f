import { randomBytes } from "node:crypto";
import type { BrowserContext } from "@playwright/test";
import type { MemberRole } from "@/lib/core/roles";
import { expect, takings } from "../fixtures";

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

/** Signs a browser in as the form does, through the product's own door, without showing the form. A test's `request` too. */
export async function signIn(
  context: Pick<BrowserContext, "request">,
  { email, password }: Login,
): Promise<void> {
  const csrf = await context.request.get("/api/auth/csrf");
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const answer = await context.request.post("/api/auth/callback/credentials", {
    form: { csrfToken, email, password, json: "true" },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** The cookies of each member who is signed in, by e-mail address; one worker's. */
const signedIn = new Map<string, Awaited<ReturnType<BrowserContext["cookies"]>>>();

/**
 * Gives a browser the sign-in that this worker made for a member before: checking a password takes a quarter of a second
 * of CPU by design. A sign-in that a test has ended is replaced by a new one. A test that ends sign-ins, or opens two
 * browsers of one member, calls `signIn` instead.
 */
export async function reuseSignIn(context: BrowserContext, login: Login): Promise<void> {
  const cookies = signedIn.get(login.email);
  if (cookies) {
    await context.addCookies(cookies);
    if ((await context.request.get("/api/dashboard/sign-ins")).ok()) return;
    await context.clearCookies();
  }
  await signIn(context, login);
  signedIn.set(login.email, await context.cookies());
}
