import { headers } from "next/headers";
import type { ReactNode } from "react";
import { z } from "zod";
import type { FirstEvent } from "@/components/shell/event-head";
import { Frame } from "@/components/shell/frame";
import { findSessionId } from "@/components/shell/nav-items";
import type { MemberScope } from "@/lib/auth/member";
import { setPageZone } from "@/lib/auth/page-zone";
import { isFailure } from "@/lib/core/errors/errors";
import { isId } from "@/lib/core/ids";
import { REQUESTED_PATH } from "@/lib/core/paths";
import { env } from "@/lib/env";
import { listOwnAlerts } from "@/lib/organisations";
import { MemberAlert } from "@/lib/organisations/contract";
import { listOwnOrganisations } from "@/lib/sign-ins";
import { readEvent } from "./event";
import { requirePageMember } from "./page-auth";

/** Returns the event of the requested page; `undefined` for the organisation's pages, and if it cannot be read now. */
async function requestedEvent(member: MemberScope): Promise<FirstEvent | undefined> {
  const path = new URL((await headers()).get(REQUESTED_PATH) ?? "/", "http://takings.invalid").pathname;
  const sessionId = findSessionId(path);
  if (!sessionId) return undefined;
  if (!isId("session", sessionId)) return { missing: sessionId };
  try {
    return await readEvent(member, sessionId);
  } catch (thrown) {
    if (isFailure(thrown)) return thrown.code === "not_found" ? { missing: sessionId } : undefined;
    throw thrown;
  }
}

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const member = await requirePageMember();
  const { actor, organisationName, mode } = member;
  const alerts = member.hasAlerts ? z.encode(z.array(MemberAlert), await listOwnAlerts(member)) : [];
  const organisations = member.hasOtherOrganisations ? await listOwnOrganisations(member) : [];
  const isPhone = (await headers()).get("sec-ch-ua-mobile") === "?1" || undefined;
  const shown = {
    name: actor.name || actor.email,
    email: actor.email,
    role: actor.role,
    organisationName,
    organisations,
    hasSecondFactor: member.hasSecondFactor,
    mode,
    sandbox: env().bankMode === "sandbox",
  };
  return (
    <Frame
      member={shown}
      zone={setPageZone(member.timeZone)}
      event={await requestedEvent(member)}
      isPhone={isPhone}
      alerts={alerts}
    >
      {children}
    </Frame>
  );
}
