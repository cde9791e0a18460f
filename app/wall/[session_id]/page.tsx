import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { z } from "zod";
import { Wall } from "@/components/wallboard/wall";
import { readCookie, wallCookie } from "@/lib/auth/cookie";
import { findMember } from "@/lib/auth/member";
import { stripInvisibleCharacters } from "@/lib/core/payer";
import { findWallOfCookie } from "@/lib/endpoints/live";
import { getWall } from "@/lib/live";
import { WallUpdate } from "@/lib/live/contract";
import { getEvent } from "@/lib/sessions";
import { type EventPageProps, found, sessionIn } from "../../(dashboard)/found";
import { pageMember } from "../../(dashboard)/member";

export const metadata: Metadata = { title: "Wallboard", referrer: "no-referrer" };

export default async function WallPage(props: EventPageProps) {
  const sessionId = await sessionIn(props.params);
  const given = await headers();
  const shared = await findWallOfCookie(given, sessionId);
  const hasLink = readCookie(given, wallCookie(sessionId)) !== undefined;
  if (hasLink && !shared && !(await findMember(given))) notFound();
  const scope = shared?.scope ?? (await pageMember());
  const [event, wall] = await found(Promise.all([getEvent(scope, sessionId), getWall(scope, sessionId)]));
  return (
    <Wall
      sessionId={sessionId}
      name={stripInvisibleCharacters(event.name)}
      startsAt={event.starts_at?.toISOString() ?? null}
      endsAt={event.ends_at?.toISOString() ?? null}
      initial={z.encode(WallUpdate, wall)}
    />
  );
}
