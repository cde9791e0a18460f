import { decode } from "next-auth/jwt";
import { assertDefined } from "@/lib/core/assert";
import { Failure } from "@/lib/core/errors";
import { type Id, isId } from "@/lib/core/ids";
import { may, PERMISSIONS, type Permission } from "@/lib/core/roles";
import type { Actor, Scope } from "@/lib/core/scope";
import { env } from "@/lib/env";
import { findSignedIn, noteSignInUse } from "@/lib/sign-ins";
import { clientAddressOf, MODE_COOKIE, readCookie, signInCookie } from "./cookie";

/** How long the password or a code that a member gave is good for what asks for it again. */
const RECENT_MS = 15 * 60_000;

/** A member at a door: whose data, in which mode, and who asks. */
export interface MemberScope extends Scope {
  by: Actor;
  signInId: Id<"signIn">;
  organisationName: string;
  /** When the member last gave the password or a code. */
  verifiedAt: Date;
  hasSecondFactor: boolean;
  /** Whether a second factor has to be set up before anything else. */
  needsSecondFactor: boolean;
  /** Whether the person is a member of other organisations too. */
  hasOtherOrganisations: boolean;
  /** Whether there are alerts that the member has not dismissed. */
  hasAlerts: boolean;
}

/** Finds who is signed in by a request's cookies, looked up anew each time; `undefined` where nobody is. */
export async function findMember(headers: Headers): Promise<MemberScope | undefined> {
  const token = readCookie(headers, signInCookie());
  if (!token) return undefined;
  const secret = assertDefined(env().authSecret, "a secret is generated at the first start");
  const claims = await decode({ token, secret }).catch(() => null);
  const signInId = claims?.signInId;
  if (typeof signInId !== "string" || !isId("signIn", signInId)) return undefined;
  const signedIn = await findSignedIn(signInId);
  if (!signedIn) return undefined;
  noteSignInUse(signedIn);
  return { ...signedIn, mode: modeOf(headers), origin: clientAddressOf(headers) };
}

/** In the sandbox all is test; else a member looks at live data unless the test switch is on. */
function modeOf(headers: Headers): Scope["mode"] {
  return env().bankMode === "sandbox" || readCookie(headers, MODE_COOKIE) === "test" ? "test" : "live";
}

/**
 * The same, or `Failure("unauthenticated")`; `Failure("second_factor_setup_required")` for a member who still has to set up a
 * second factor, unless `duringSetUp`.
 */
export async function requireMember(
  headers: Headers,
  { duringSetUp = false }: { duringSetUp?: boolean } = {},
): Promise<MemberScope> {
  const member = await findMember(headers);
  if (!member) throw new Failure("unauthenticated", { detail: "Sign in, then try again." });
  if (!member.needsSecondFactor || duringSetUp) return member;
  throw new Failure("second_factor_setup_required", {
    detail: "Your organisation requires a second factor of your role. Set it up, then try again.",
  });
}

/**
 * Throws `Failure("reauthentication_required")` where the member did not give the password or a code within the last 15
 * minutes: before keys, secrets, roles, devices and account numbers. `POST /api/dashboard/account/confirm` takes them.
 */
export function requireRecentSignIn({ verifiedAt }: Pick<MemberScope, "verifiedAt">): void {
  if (Date.now() - verifiedAt.getTime() < RECENT_MS) return;
  throw new Failure("reauthentication_required", {
    detail: "Give your password or a code once more, then try again.",
  });
}

/** Throws `Failure("forbidden")` where the member's role may not do it. */
export function requirePermission({ by }: MemberScope, permission: Permission): void {
  if (may(by.role, permission)) return;
  throw new Failure("forbidden", {
    detail: `Your role may not do this: ${PERMISSIONS[permission].name.toLowerCase()}. Ask an owner.`,
  });
}

/** The same scope as a member's own: what a dashboard route gives to its endpoint. Throws where it is no member's. */
export function memberScope(scope: Scope): MemberScope {
  if ("signInId" in scope && scope.by) return scope as MemberScope;
  throw new Error("This endpoint is served to members alone");
}
