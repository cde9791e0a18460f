import type { Metadata } from "next";
import { cookies } from "next/headers";
import { z } from "zod";
import { PAGE_SIZE, parseTab } from "@/components/events/api";
import { EventsSkeleton } from "@/components/events/events-skeleton";
import { EventsView } from "@/components/events/events-view";
import { FIRST_STEPS_COOKIE } from "@/components/shell/theme";
import { roleHasPermission } from "@/lib/core/roles";
import { env } from "@/lib/env";
import { listEvents } from "@/lib/sessions";
import { EventList } from "@/lib/sessions/contract";
import { requirePageMember } from "../page-auth";
import * as texts from "../texts";
import { withSkeleton } from "../with-skeleton";

export const metadata: Metadata = { title: texts.events };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const singleValue = (value: string | string[] | undefined) => (typeof value === "string" ? value : undefined);

async function EventsPage({ searchParams }: Props) {
  const [member, query, cookieStore] = await Promise.all([requirePageMember(), searchParams, cookies()]);
  const { role } = member.actor;
  const wanted = {
    status: parseTab(singleValue(query.status)),
    q: singleValue(query.q)?.trim() ?? "",
    limit: PAGE_SIZE,
  };
  const list = z.encode(EventList, await listEvents(member, wanted));
  return (
    <EventsView
      organisation={member.organisationName}
      serviceName={env().serviceName}
      may={{
        open: roleHasPermission(role, "open_event"),
        invite: roleHasPermission(role, "manage_members"),
        sendTestPayments: roleHasPermission(role, "manage_keys"),
      }}
      hasDismissedSteps={cookieStore.get(FIRST_STEPS_COOKIE)?.value === "off"}
      initial={{ wanted, list }}
    />
  );
}

export default withSkeleton(EventsPage, <EventsSkeleton />);
