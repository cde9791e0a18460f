import { bankName } from "../shared/format/bank-name";
import { Instant } from "../shared/format/instant";
import { CopyButton } from "../ui/feedback/copy-button";
import { Button } from "../ui/forms/button";
import type { BankJson, ConnectionJson } from "./api";
import { GoLiveChecklist } from "./go-live-checklist";

interface ConnectionListProps {
  connections: readonly ConnectionJson[];
  banks: readonly BankJson[];
  onDefault: (connection: ConnectionJson) => void;
  onRotate: (connection: ConnectionJson) => void;
  onRemove: (connection: ConnectionJson) => void;
}

/** The connections with their webhook addresses and actions. */
export function ConnectionList({ connections, banks, ...actions }: ConnectionListProps) {
  return (
    <ul aria-label="Bank connections">
      {connections.map((connection) => (
        <li key={connection.id} className="flex flex-col gap-2 border-edge border-t px-4 py-3 text-body">
          <Connection connection={connection} {...actions} />
          <GoLiveChecklist
            checklist={connection.checklist}
            subject={{
              provider: connection.provider,
              isTried: banks.some(({ provider, is_tried }) => provider === connection.provider && is_tried),
              lastNotifiedAt: connection.last_notified_at,
              isOwn: true,
            }}
          />
        </li>
      ))}
    </ul>
  );
}

function Connection({
  connection,
  onDefault,
  onRotate,
  onRemove,
}: Omit<ConnectionListProps, "connections" | "banks"> & { connection: ConnectionJson }) {
  const { provider, is_default, issues_accounts, is_readable } = connection;
  const name = bankName(provider);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-auto min-w-0">
          <span className="font-semibold">{name}</span>
          {is_default && <span className="text-ink-2"> · new live events get their account here</span>}
        </p>
        {issues_accounts && !is_default && (
          <Button
            size="small"
            aria-label={`Use ${name} for new events`}
            onClick={() => onDefault(connection)}
          >
            Use for new events
          </Button>
        )}
        {is_readable && (
          <Button
            size="small"
            aria-label={`Replace the credentials at ${name}`}
            onClick={() => onRotate(connection)}
          >
            Replace credentials
          </Button>
        )}
        <Button size="small" aria-label={`Remove ${name}`} onClick={() => onRemove(connection)}>
          Remove
        </Button>
      </div>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-ink-2">
        Webhook address
        <code className="min-w-0 break-all font-mono text-ink">{connection.webhook_url}</code>
        <CopyButton text={connection.webhook_url} name={`webhook address of ${name}`} className="size-6" />
      </p>
      <ConnectionDates connection={connection} />
    </>
  );
}

function ConnectionDates({ connection }: { connection: ConnectionJson }) {
  const { created_at, rotated_at, old_secret_retires_at, is_readable } = connection;
  if (!is_readable)
    return (
      <p className="text-meta text-red">
        Its credentials cannot be read any more. Remove it and add it again.
      </p>
    );
  return (
    <p className="text-ink-3 text-meta">
      {rotated_at ? "Credentials replaced " : "Added "}
      <Instant at={rotated_at ?? created_at} as="date" />
      {old_secret_retires_at && (
        <>
          {" · the old secret is accepted until "}
          <Instant at={old_secret_retires_at} as="date" />
        </>
      )}
    </p>
  );
}
