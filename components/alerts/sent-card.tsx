import { NO_LONGER_WANTED } from "@/lib/alerts/labels";
import { Instant } from "../shared/format/instant";
import { Card, CardHead } from "../shared/layout/card";
import { EmptyState } from "../shared/layout/empty";
import { LoadFailed } from "../shared/layout/error-panel";
import { Chip } from "../ui/display/chip";
import { Link } from "../ui/display/link";
import type { AlertSettingsJson } from "./api";
import * as texts from "./texts";

type Sent = AlertSettingsJson["sent"][number];

const WAYS: Record<Sent["way"], string> = {
  email: texts.eMail,
  push: texts.pushMessage,
  webhook: texts.alertAddress,
};

interface SentCardProps {
  sent: Sent[];
  /** The error of the latest request; null if it succeeded. */
  error: Error | null;
  onRetry: () => void;
}

/** The last alerts, latest first, with what became of them. */
export function SentCard({ sent, error, onRetry }: SentCardProps) {
  return (
    <Card aria-label={texts.lastAlerts}>
      <CardHead title={texts.lastAlerts} count={texts.thirtyDays} />
      {error ? (
        <LoadFailed title={texts.theAlertsDidNotLoad} error={error} onRetry={onRetry} />
      ) : sent.length === 0 ? (
        <EmptyState title={texts.noAlertsYet} className="border-edge border-t py-8">
          {texts.laterAlertsAreListedHere}
        </EmptyState>
      ) : (
        <ul>
          {sent.map((one) => (
            <SentItem key={one.id} alert={one} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function SentItem({ alert }: { alert: Sent }) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 border-edge border-t px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-60">
        <Link
          href={alert.path}
          className="break-words font-medium underline decoration-edge-strong underline-offset-4 max-md:inline-flex max-md:min-h-11 max-md:items-center"
        >
          {alert.title}
        </Link>
        <p className="break-words text-ink-2 text-meta">{alert.text}</p>
        <p className="text-ink-3 text-meta">
          {WAYS[alert.way]}, <Instant at={alert.sent_at ?? alert.started_at} as="day-time" />
          {alert.ended_at && (
            <>
              {texts.endedAt}
              <Instant at={alert.ended_at} as="minute" />
            </>
          )}
        </p>
      </div>
      <Outcome alert={alert} />
    </li>
  );
}

function Outcome({ alert: { sent_at, due_at, error } }: { alert: Sent }) {
  if (sent_at) return <Chip tone="green">{texts.sent}</Chip>;
  if (!due_at)
    return <Chip tone={error === NO_LONGER_WANTED ? "neutral" : "red"}>{error ?? texts.notSent}</Chip>;
  return (
    <Chip tone="amber">
      {error ? texts.tryingAgainAt : texts.heldBackUntil} <Instant at={due_at} as="minute" />
    </Chip>
  );
}
