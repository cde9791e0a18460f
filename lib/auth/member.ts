import { decode } from "next-auth/jwt";
import { assertDefined } from "@/lib/core/errors/assert";
import { Failure } from "@/lib/core/errors/errors";
import { type Id, isId } from "@/lib/core/ids";
import { PERMISSIONS, type Permission, roleHasPermission } from "@/lib/core/roles";
import type { Actor, Scope } from "@/lib/core/scope";
import { env } from "@/lib/env";
import { findSignedIn, recordSignInUse } from "@/lib/sign-ins";
import { clientAddressOf, MODE_COOKIE, readCookie, signInCookie } from "./cookie";

/** How long a verification by password or code satisfies `requireRecentSignIn`. */
const RECENT_MS = 15 * 60_000;

/** The scope of a signed-in member: organisation, mode and actor. */
export interface MemberScope extends Scope {
  actor: Actor;
  signInId: Id<"signIn">;
  organisationName: string;
  timeZone: string;
  /** When the member last gave the password or a code. */
  verifiedAt: Date;
  hasSecondFactor: boolean;
  /** Whether the member must set up a second factor first. */
  needsSecondFactor: boolean;
  /** Whether the person is also a member of other organisations. */
  hasOtherOrganisations: boolean;
  /** Whether there are alerts that the member has not dismissed. */
  hasAlerts: boolean;
  /** Whether reads may come from a replica: not until it has the member's own last change. */
  toleratesLag: boolean;
}

/** Finds the signed-in member by the request's cookie, with a database lookup each time; `undefined` if there is none. */
export async function findMember(headers: Headers): Promise<MemberScope | undefined> {
  const token = readCookie(headers, signInCookie());
  if (!token) return undefined;
  const secret = assertDefined(env().authSecret, "a secret is generated at the first start");
  const claims = await decode({ token, secret }).catch(() => null);
  const signInId = claims?.signInId;
  if (typeof signInId !== "string" || !isId("signIn", signInId)) return undefined;
  const signedIn = await findSignedIn(signInId);
  if (!signedIn) return undefined;
  recordSignInUse(signedIn);
  const { hasJustChanged, ...member } = signedIn;
  return {
    ...member,
    toleratesLag: !hasJustChanged,
    mode: modeOf(headers),
    origin: clientAddressOf(headers),
  };
}

/** In the sandbox the mode is always test; otherwise live, unless the member switched to test. */
function modeOf(headers: Headers): Scope["mode"] {
  return env().bankMode === "sandbox" || readCookie(headers, MODE_COOKIE) === "test" ? "test" : "live";
}

/**
 * Finds the signed-in member. Throws `Failure("unauthenticated")` if there is none, and
 * `Failure("second_factor_setup_required")` if the member must set up a second factor first, unless `duringSetUp`.
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
 * Throws `Failure("reauthentication_required")` if the member has not given the password or a code within the last 15
 * minutes. Required for keys, secrets, roles, devices and account numbers. `POST /api/dashboard/account/confirm` accepts
 * the password or code.
 */
export function requireRecentSignIn({ verifiedAt }: Pick<MemberScope, "verifiedAt">): void {
  if (Date.now() - verifiedAt.getTime() < RECENT_MS) return;
  throw new Failure("reauthentication_required", {
    detail: "Give your password or a code once more, then try again.",
  });
}

/** Throws `Failure("forbidden")` if the member's role lacks the permission. */
export function requirePermission({ actor }: MemberScope, permission: Permission): void {
  if (roleHasPermission(actor.role, permission)) return;
  throw new Failure("forbidden", {
    detail: `Your role may not do this: ${PERMISSIONS[permission].name.toLowerCase()}. Ask an owner.`,
  });
}

/** Narrows the scope that a dashboard route passes to its endpoint. Throws an `Error` if it is not a member's. */
export function memberScope(scope: Scope): MemberScope {
  if ("signInId" in scope && scope.actor) return scope as MemberScope;
  throw new Error("This endpoint needs a member's scope");
}
