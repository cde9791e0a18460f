import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { z } from "zod";
import { PageZone } from "@/components/shell/page-zone";
import { Wallboard } from "@/components/wallboard/wallboard";
import { readCookie, wallboardCookie } from "@/lib/auth/cookie";
import { findMember } from "@/lib/auth/member";
import { setPageZone } from "@/lib/auth/page-zone";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { findWallboardOfCookie } from "@/lib/endpoints/access/live";
import { getWallboard } from "@/lib/live";
import { WallboardUpdate } from "@/lib/live/contract";
import { getScreenTimeZone } from "@/lib/organisations";
import { getEvent } from "@/lib/sessions";
import { requirePageMember } from "../../(dashboard)/page-auth";
import { type EventPageProps, orNotFound, requireSessionId } from "../../(dashboard)/page-params";
import * as texts from "../../texts";

export const metadata: Metadata = { title: texts.wallboard, referrer: "no-referrer" };

export default async function WallboardPage(props: EventPageProps) {
  const sessionId = await requireSessionId(props.params);
  const requestHeaders = await headers();
  const shared = await findWallboardOfCookie(requestHeaders, sessionId);
  const hasLink = readCookie(requestHeaders, wallboardCookie(sessionId)) !== undefined;
  if (hasLink && !shared && !(await findMember(requestHeaders))) notFound();
  const scope = shared?.scope ?? (await requirePageMember());
  const [event, wallboard, timeZone] = await orNotFound(
    Promise.all([getEvent(scope, sessionId), getWallboard(scope, sessionId), getScreenTimeZone(scope)]),
  );
  return (
    <>
      <PageZone zone={setPageZone(timeZone)} />
      <Wallboard
        sessionId={sessionId}
        name={stripInvisibleCharacters(event.name)}
        startsAt={event.starts_at?.toISOString() ?? null}
        endsAt={event.ends_at?.toISOString() ?? null}
        detailsVersion={event.details_version}
        initial={z.encode(WallboardUpdate, wallboard)}
      />
    </>
  );
}
