import type { ReactNode } from "react";
import type { z } from "zod";
import type { AuditEntry } from "@/lib/audit/contract";
import { AUDIT_ACTION_LABELS } from "@/lib/audit/labels";
import { Instant } from "../shared/format/instant";
import { EmptyState } from "../shared/layout/empty";
import { DataTable } from "../shared/tables/data-table";
import { formatDetails } from "./details";
import * as texts from "./texts";

type Entry = z.input<typeof AuditEntry>;

function Details({ entry }: { entry: Entry }) {
  const details = formatDetails(entry.details);
  return (
    <span className="block max-w-120 break-words text-ink-2">
      {details || <code className="font-mono text-ink-3 text-meta">{entry.subject}</code>}
    </span>
  );
}

const COLUMNS = [
  {
    key: "at",
    title: texts.when,
    cell: ({ at }: Entry) => <Instant at={at} as="day-seconds" className="text-ink-2" />,
  },
  {
    key: "actor",
    title: texts.who,
    head: true,
    cell: ({ actor }: Entry) => <span className="font-medium">{actor}</span>,
  },
  {
    key: "action",
    title: texts.action,
    className: "min-w-44",
    cell: ({ action }: Entry) => (
      <span className="inline-block font-medium first-letter:uppercase">{AUDIT_ACTION_LABELS[action]}</span>
    ),
  },
  {
    key: "details",
    title: texts.details,
    priority: 3 as const,
    cell: (entry: Entry) => <Details entry={entry} />,
  },
  {
    key: "origin",
    title: texts.from,
    priority: 3 as const,
    cell: ({ origin }: Entry) => <span className="figures text-ink-3 text-meta">{origin ?? ""}</span>,
  },
];

function AsItem({ entry }: { entry: Entry }) {
  return (
    <div className="px-4 py-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <span className="truncate font-medium">{entry.actor}</span>
        <Instant at={entry.at} as="day-seconds" className="text-ink-3 text-meta" />
      </div>
      <div className="text-ink-2 first-letter:uppercase">{AUDIT_ACTION_LABELS[entry.action]}</div>
      <div className="break-words text-ink-3 text-meta">{formatDetails(entry.details)}</div>
    </div>
  );
}

interface AuditTableProps {
  /** Undefined while they load. */
  entries: Entry[] | undefined;
  failed: ReactNode;
  noneFound: ReactNode;
}

/** The audit entries, latest first. */
export function AuditTable({ entries, failed, noneFound }: AuditTableProps) {
  return (
    <DataTable
      label={texts.auditLog}
      columns={COLUMNS}
      rows={entries}
      rowKey={({ id }) => id}
      failed={failed}
      empty={<EmptyState title={texts.noAuditEntriesYet} />}
      noneFound={noneFound}
      rowClassName="[&>*]:py-2"
      asItem={(entry) => <AsItem entry={entry} />}
    />
  );
}
