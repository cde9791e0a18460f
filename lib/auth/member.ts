import { decode } from "next-auth/jwt";
import { present } from "@/lib/core/assert";
import { Failure } from "@/lib/core/errors";
import { type Id, isId } from "@/lib/core/ids";
import { may, PERMISSIONS, type Permission } from "@/lib/core/roles";
import type { Actor, Scope } from "@/lib/core/scope";
import { env } from "@/lib/env";
import { findSignedIn } from "@/lib/sign-ins";
import { MODE_COOKIE, readCookie, signInCookie } from "./cookie";

/** A member at a door: whose data, in which mode, and who asks. */
export interface MemberScope extends Scope {
  by: Actor;
  signInId: Id<"signIn">;
  organisationName: string;
}

/** Finds who is signed in by a request's cookies, looked up anew each time; `undefined` where nobody is. */
export async function findMember(headers: Headers): Promise<MemberScope | undefined> {
  const token = readCookie(headers, signInCookie());
  if (!token) return undefined;
  const secret = present(env().authSecret, "a secret is generated at the first start");
  const claims = await decode({ token, secret }).catch(() => null);
  const signInId = claims?.signInId;
  if (typeof signInId !== "string" || !isId("signIn", signInId)) return undefined;
  const signedIn = await findSignedIn(signInId);
  return signedIn && { ...signedIn, mode: modeOf(headers) };
}

/** In the sandbox all is test; else a member looks at live data unless the test switch is on. */
function modeOf(headers: Headers): Scope["mode"] {
  return env().bankMode === "sandbox" || readCookie(headers, MODE_COOKIE) === "test" ? "test" : "live";
}

/** The same, or `Failure("unauthenticated")`. */
export async function requireMember(headers: Headers): Promise<MemberScope> {
  const member = await findMember(headers);
  if (member) return member;
  throw new Failure("unauthenticated", { detail: "Sign in, then try again." });
}

/** Throws `Failure("forbidden")` where the member's role may not do it. */
export function requirePermission({ by }: MemberScope, permission: Permission): void {
  if (may(by.role, permission)) return;
  throw new Failure("forbidden", {
    detail: `Your role may not do this: ${PERMISSIONS[permission].name.toLowerCase()}. Ask an owner.`,
  });
}
