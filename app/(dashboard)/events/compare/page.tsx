import type { Metadata } from "next";
import { z } from "zod";
import { ComparisonView } from "@/components/comparison/comparison-view";
import { CardSkeleton } from "@/components/shared/skeletons/card-skeleton";
import { compareEvents } from "@/lib/comparison";
import { Comparison, ComparisonQuery } from "@/lib/comparison/contract";
import { roleHasPermission } from "@/lib/core/roles";
import { listEvents } from "@/lib/sessions";
import { requirePageMember } from "../../page-auth";
import { getQuery, orNotFound } from "../../page-params";
import * as texts from "../../texts";
import { withSkeleton } from "../../with-skeleton";

export const metadata: Metadata = { title: texts.compareEvents };

const MAX_CHOICES = 200;

interface PageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

async function ComparePage({ searchParams }: PageProps) {
  const member = await requirePageMember();
  const { events = "", by } = await getQuery(searchParams);
  const query = ComparisonQuery.safeParse({ events, by }).data;
  const [list, comparison] = await Promise.all([
    listEvents(member, { status: "all", q: "", limit: MAX_CHOICES }),
    query && orNotFound(compareEvents(member, query)),
  ]);
  return (
    <ComparisonView
      choices={list.events.map(({ session_id: id, name, venue }) => ({ id, name, venue }))}
      initial={comparison && z.encode(Comparison, comparison)}
      mayExport={roleHasPermission(member.actor.role, "export")}
    />
  );
}

export default withSkeleton(ComparePage, <CardSkeleton title={texts.compareEvents} lines={8} />);
