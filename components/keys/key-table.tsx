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
import * as texts from "./texts";

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
    { key: "name", title: texts.name, head: true, cell: (key) => <KeyName of={key} /> },
    { key: "key", title: texts.key, priority: 2, cell: (key) => <HintAndLimits of={key} /> },
    {
      key: "issued",
      title: texts.issued,
      priority: 3,
      className: "text-ink-2",
      cell: (key) => formatIssued(key, shown.now),
    },
    {
      key: "used",
      title: texts.lastUsed,
      priority: 2,
      className: "text-ink-2",
      cell: (key) => <LastUsed of={key} now={shown.now} />,
    },
    {
      key: "actions",
      title: <span className="sr-only">{texts.whatCanBeDone}</span>,
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
      empty={<EmptyState title={texts.noKeysYet}>{texts.aPlatformCallsTheApi}</EmptyState>}
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
        {texts.byIssuer(key.issued_by ? stripInvisibleCharacters(key.issued_by) : texts.theCommandLine)}
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
      {scope === "read" ? texts.readOnly : texts.readAndWrite}
      {first && texts.fromFirstAddress(first)}
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
  return isSameDay(at, now) ? texts.today(formatMinute(at)) : formatRelativeDay(at, now);
}

/** A key used within this time is shown as in use. */
const IN_USE_MS = 2 * 60_000;

function LastUsed({ of: { last_used_at: at, is_working }, now }: { of: ApiKey; now: string }) {
  if (!at) return <span className="text-ink-3">{is_working ? texts.notUsedYet : texts.never}</span>;
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
        {revoked_at ? texts.revoked(formatDay(revoked_at)) : texts.stopped(formatDay(expires_at ?? now))}
      </Chip>
    );
  return (
    <span className="relative inline-flex items-center gap-2">
      {expires_at ? (
        <Chip tone="amber">
          <span suppressHydrationWarning>
            {texts.stopsIn(formatDuration(Date.parse(expires_at) - Date.parse(now)))}
          </span>
        </Chip>
      ) : (
        <Button
          size="small"
          onClick={() => onRotate(key)}
          aria-label={texts.rotateNamed(keyDisplayName(key))}
        >
          <RefreshCw aria-hidden />
          {texts.rotateLabel}
        </Button>
      )}
      <Button
        tone="danger-text"
        size="small"
        onClick={() => onRevoke(key)}
        aria-label={texts.revokeNamed(keyDisplayName(key))}
      >
        {texts.revokeLabel}
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
          {texts.lastUsedText}
          <LastUsed of={key} now={shown.now} />
        </span>
      </div>
      <div>
        <KeyActions of={key} {...shown} />
      </div>
    </div>
  );
}
