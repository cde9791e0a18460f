import { RefreshCw } from "@/components/ui/icons/icons";
import {
  formatDay,
  formatDuration,
  formatMinute,
  formatRelativeDay,
  isSameDay,
} from "@/lib/core/format/format-date";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { Ago } from "../shared/format/ago";
import { EmptyState } from "../shared/layout/empty";
import { type Column, DataTable } from "../shared/tables/data-table";
import { Chip } from "../ui/display/chip";
import { cn } from "../ui/display/cn";
import { Button } from "../ui/forms/button";
import { type ApiKey, keyDisplayName } from "./api";

interface KeyTableProps {
  label: string;
  keys: readonly ApiKey[];
  /** The server's time. */
  now: string;
  onRotate: (key: ApiKey) => void;
  onRevoke: (key: ApiKey) => void;
}

type ActionProps = Omit<KeyTableProps, "label" | "keys">;

/** Table of the keys of one mode: name, issuer, issue date, last use and actions. */
export function KeyTable({ label, keys, ...shown }: KeyTableProps) {
  const columns: Column<ApiKey>[] = [
    { key: "name", title: "Name", head: true, cell: (key) => <KeyName of={key} /> },
    { key: "key", title: "Key", priority: 2, cell: (key) => <HintAndLimits of={key} /> },
    {
      key: "issued",
      title: "Issued",
      priority: 3,
      className: "text-ink-2",
      cell: (key) => formatIssued(key, shown.now),
    },
    {
      key: "used",
      title: "Last used",
      priority: 2,
      className: "text-ink-2",
      cell: (key) => <LastUsed of={key} now={shown.now} />,
    },
    {
      key: "actions",
      title: <span className="sr-only">What can be done</span>,
      end: true,
      cell: (key) => <KeyActions of={key} {...shown} />,
    },
  ];
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={keys}
      rowKey={({ key_id }) => key_id}
      rowClassName="h-[50px]"
      failed={undefined}
      empty={
        <EmptyState title="No keys yet">
          A platform calls the API with a key. Issue one for each that does.
        </EmptyState>
      }
      noneFound={undefined}
      asItem={(key) => <KeyItem of={key} {...shown} />}
    />
  );
}

function KeyName({ of: key }: { of: ApiKey }) {
  return (
    <span className="block min-w-0">
      <span className={cn("block truncate font-semibold", !key.is_working && "text-ink-3")}>
        {stripInvisibleCharacters(keyDisplayName(key))}
      </span>
      <span className="block truncate text-ink-3 text-meta">
        by {key.issued_by ? stripInvisibleCharacters(key.issued_by) : "the command line"}
      </span>
    </span>
  );
}

/** A key's scope and first allowed address; the `title` lists all addresses. */
function Limits({ of: { scope, allowed_addresses: addresses } }: { of: ApiKey }) {
  const [first, ...others] = addresses;
  return (
    <span
      className="block max-w-56 truncate text-ink-3 text-meta"
      {...(first && { title: addresses.join(", ") })}
    >
      {scope === "read" ? "Read only" : "Read and write"}
      {first && `, from ${first}`}
      {others.length > 0 && ` +${others.length}`}
    </span>
  );
}

function HintAndLimits({ of: key }: { of: ApiKey }) {
  return (
    <span className="block min-w-0">
      <Hint hint={key.hint} />
      <Limits of={key} />
    </span>
  );
}

function Hint({ hint }: { hint: string }) {
  return (
    <code className="whitespace-nowrap font-mono text-ink-2 text-meta">
      {hint}
      <span aria-hidden>••••••••</span>
    </code>
  );
}

function formatIssued({ created_at: at }: ApiKey, now: string): string {
  return isSameDay(at, now) ? `Today ${formatMinute(at)}` : formatRelativeDay(at, now);
}

/** A key used within this time is shown as in use. */
const IN_USE_MS = 2 * 60_000;

function LastUsed({ of: { last_used_at: at, is_working }, now }: { of: ApiKey; now: string }) {
  if (!at) return <span className="text-ink-3">{is_working ? "Not used yet" : "Never"}</span>;
  return (
    <span className="inline-flex items-center gap-2">
      <span
        aria-hidden
        suppressHydrationWarning
        hidden={Date.parse(now) - Date.parse(at) >= IN_USE_MS}
        className="size-1.5 rounded-full bg-brand-solid"
      />
      <Ago at={at} />
    </span>
  );
}

function KeyActions({ of: key, now, onRotate, onRevoke }: ActionProps & { of: ApiKey }) {
  const { is_working, expires_at, revoked_at } = key;
  if (!is_working)
    return (
      <Chip>
        {revoked_at ? `Revoked ${formatDay(revoked_at)}` : `Stopped ${formatDay(expires_at ?? now)}`}
      </Chip>
    );
  return (
    <span className="relative inline-flex items-center gap-2">
      {expires_at ? (
        <Chip tone="amber">
          <span suppressHydrationWarning>
            Stops in {formatDuration(Date.parse(expires_at) - Date.parse(now))}
          </span>
        </Chip>
      ) : (
        <Button size="small" onClick={() => onRotate(key)} aria-label={`Rotate ${keyDisplayName(key)}`}>
          <RefreshCw aria-hidden />
          Rotate
        </Button>
      )}
      <Button
        tone="danger-text"
        size="small"
        onClick={() => onRevoke(key)}
        aria-label={`Revoke ${keyDisplayName(key)}`}
      >
        Revoke
      </Button>
    </span>
  );
}

function KeyItem({ of: key, ...shown }: ActionProps & { of: ApiKey }) {
  return (
    <div className="flex flex-col gap-2 px-4 py-3">
      <KeyName of={key} />
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-ink-2 text-meta">
        <HintAndLimits of={key} />
        <span>
          Last used: <LastUsed of={key} now={shown.now} />
        </span>
      </div>
      <div>
        <KeyActions of={key} {...shown} />
      </div>
    </div>
  );
}
