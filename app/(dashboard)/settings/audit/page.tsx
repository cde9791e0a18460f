import type { Metadata } from "next";
import { z } from "zod";
import { AuditView } from "@/components/audit-log/audit-view";
import { CardSkeleton } from "@/components/shared/skeletons/card-skeleton";
import { listAuditEntries } from "@/lib/audit";
import { AuditFilters, AuditPage } from "@/lib/audit/contract";
import { requirePagePermission } from "../../page-auth";
import { getQuery } from "../../page-params";
import * as texts from "../../texts";
import { withSkeleton } from "../../with-skeleton";

export const metadata: Metadata = { title: texts.auditLog };

interface PageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

async function AuditLogPage({ searchParams }: PageProps) {
  const member = await requirePagePermission("see_audit");
  const { q, area, from, to } = await getQuery(searchParams);
  const asked = { q, area, from, to };
  const filters = AuditFilters.safeParse(asked).data;
  const page = await listAuditEntries(member, filters ?? {});
  return <AuditView initial={z.encode(AuditPage, page)} asked={filters ? asked : {}} />;
}

export default withSkeleton(AuditLogPage, <CardSkeleton title={texts.auditLog} lines={8} />);
