import type { Metadata } from "next";
import { z } from "zod";
import { Wall } from "@/components/wall/wall";
import { harmless } from "@/lib/core/payer";
import { getWall, requireSharedWall } from "@/lib/live";
import { WallUpdate } from "@/lib/live/contract";
import { getEvent } from "@/lib/sessions";
import { type EventPageProps, found, queryIn, sessionIn } from "../../(dashboard)/found";
import { pageMember } from "../../(dashboard)/member";

export const metadata: Metadata = { title: "Wallboard", referrer: "no-referrer" };

export default async function WallPage(props: EventPageProps) {
  const sessionId = await sessionIn(props.params);
  const { key } = await queryIn(props.searchParams);
  const scope = key ? (await found(requireSharedWall(sessionId, key))).scope : await pageMember();
  const [event, wall] = await found(Promise.all([getEvent(scope, sessionId), getWall(scope, sessionId)]));
  return (
    <Wall
      sessionId={sessionId}
      name={harmless(event.name)}
      startsAt={event.starts_at?.toISOString() ?? null}
      endsAt={event.ends_at?.toISOString() ?? null}
      linkKey={key}
      initial={z.encode(WallUpdate, wall)}
    />
  );
}
