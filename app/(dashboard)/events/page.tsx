import type { Metadata } from "next";
import { z } from "zod";
import { EventsOutline } from "@/components/events/events-outline";
import { EventsView } from "@/components/events/events-view";
import { PAGE, tabOf } from "@/components/events/wire";
import { may } from "@/lib/core/roles";
import { env } from "@/lib/env";
import { listEvents } from "@/lib/sessions";
import { EventList } from "@/lib/sessions/contract";
import { pageMember } from "../member";
import { outlined } from "../outlined";

export const metadata: Metadata = { title: "Events" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const oneOf = (value: string | string[] | undefined) => (typeof value === "string" ? value : undefined);

async function EventsPage({ searchParams }: Props) {
  const [member, query] = await Promise.all([pageMember(), searchParams]);
  const wanted = { status: tabOf(oneOf(query.status)), q: oneOf(query.q)?.trim() ?? "", limit: PAGE };
  const list = z.encode(EventList, await listEvents(member, wanted));
  return (
    <EventsView
      organisation={member.organisationName}
      serviceName={env().serviceName}
      mayOpen={may(member.by.role, "open_event")}
      initial={{ wanted, list }}
    />
  );
}

export default outlined(EventsPage, <EventsOutline />);
