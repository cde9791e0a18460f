import { headers } from "next/headers";
import { forbidden, redirect } from "next/navigation";
import { cache } from "react";
import { findMember, type MemberScope } from "@/lib/auth/member";
import { setPageZone } from "@/lib/auth/page-zone";
import { REQUESTED_PATH } from "@/lib/core/paths";
import { type Permission, roleHasPermission } from "@/lib/core/roles";
import { withRequestId } from "./with-request-id";

/**
 * Returns the signed-in member, looked up once per request. Redirects to the sign-in page, or to the second-factor set-up
 * if the role requires one, with the requested path in `next`. The page then formats times in the organisation's time zone.
 */
export const requirePageMember = cache(async (): Promise<MemberScope> => {
  const requestHeaders = await headers();
  const member = await withRequestId(findMember(requestHeaders));
  if (member && !member.needsSecondFactor) {
    setPageZone(member.timeZone);
    return member;
  }
  const page = member ? "/second-factor" : "/login";
  const path = requestHeaders.get(REQUESTED_PATH) ?? "/";
  redirect(path === "/" ? page : `${page}?next=${encodeURIComponent(path)}`);
});

/** Returns the signed-in member if their role has this permission; otherwise responds with 403. */
export async function requirePagePermission(permission: Permission): Promise<MemberScope> {
  const member = await requirePageMember();
  if (!roleHasPermission(member.actor.role, permission)) forbidden();
  return member;
}
