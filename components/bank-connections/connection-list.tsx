import { bankName } from "../shared/format/bank-name";
import { Instant } from "../shared/format/instant";
import { CopyButton } from "../ui/feedback/copy-button";
import { Button } from "../ui/forms/button";
import type { BankJson, ConnectionJson } from "./api";
import { GoLiveChecklist } from "./go-live-checklist";
import * as texts from "./texts";

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
    <ul aria-label={texts.bankConnections}>
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
          {is_default && <span className="text-ink-2">{texts.newLiveEventsGetTheirAccount}</span>}
        </p>
        {issues_accounts && !is_default && (
          <Button size="small" aria-label={texts.forNewEventsOf(name)} onClick={() => onDefault(connection)}>
            {texts.forNewEvents}
          </Button>
        )}
        {is_readable && (
          <Button
            size="small"
            aria-label={texts.replaceTheCredentialsAt(name)}
            onClick={() => onRotate(connection)}
          >
            {texts.replaceCredentials}
          </Button>
        )}
        <Button size="small" aria-label={texts.removeNamed(name)} onClick={() => onRemove(connection)}>
          {texts.remove}
        </Button>
      </div>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-ink-2">
        {texts.webhookAddress}
        <code className="min-w-0 break-all font-mono text-ink">{connection.webhook_url}</code>
        <CopyButton text={connection.webhook_url} name={texts.webhookAddressOf(name)} className="size-6" />
      </p>
      <ConnectionDates connection={connection} />
    </>
  );
}

function ConnectionDates({ connection }: { connection: ConnectionJson }) {
  const { created_at, rotated_at, old_secret_retires_at, is_readable } = connection;
  if (!is_readable) return <p className="text-meta text-red">{texts.itsCredentialsCannotBeRead}</p>;
  return (
    <p className="text-ink-3 text-meta">
      {rotated_at ? texts.credentialsReplaced : texts.added}
      <Instant at={rotated_at ?? created_at} as="date" />
      {old_secret_retires_at && (
        <>
          {texts.theOldSecretIsAcceptedUntil}
          <Instant at={old_secret_retires_at} as="date" />
        </>
      )}
    </p>
  );
}
