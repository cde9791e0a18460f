import { headers } from "next/headers";
import { forbidden, redirect } from "next/navigation";
import { cache } from "react";
import { findMember, type MemberScope } from "@/lib/auth/member";
import { REQUESTED_PATH } from "@/lib/core/paths";
import { may, type Permission } from "@/lib/core/roles";
import { referred } from "./referred";

/**
 * Who looks at a page, looked up once a request; whoever is not signed in, or has to set up a second factor first, is sent
 * to do so, and comes back to the page that was asked for.
 */
export const pageMember = cache(async (): Promise<MemberScope> => {
  const given = await headers();
  const member = await referred(findMember(given));
  if (member && !member.needsSecondFactor) return member;
  const page = member ? "/second-factor" : "/login";
  const path = given.get(REQUESTED_PATH) ?? "/";
  redirect(path === "/" ? page : `${page}?next=${encodeURIComponent(path)}`);
});

/** The same for a page that not every role may see: the others are told so, with status 403. */
export async function pageMemberWho(permission: Permission): Promise<MemberScope> {
  const member = await pageMember();
  if (!may(member.by.role, permission)) forbidden();
  return member;
}
