import type { ReactNode } from "react";
import { getEvent } from "@/lib/sessions";
import { type EventPageProps, found, sessionIn } from "../../found";
import { pageMember } from "../../member";

interface EventLayoutProps extends Pick<EventPageProps, "params"> {
  children: ReactNode;
}

/** Asked above every skeleton, so that an event that is not there is answered 404; the pages ask for what they show. */
export default async function EventLayout({ params, children }: EventLayoutProps) {
  const member = await pageMember();
  await found(getEvent(member, await sessionIn(params)));
  return children;
}
