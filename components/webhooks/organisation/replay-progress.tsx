"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { X } from "@/components/ui/icons/icons";
import { formatCount } from "@/lib/core/format/count";
import { LoadFailed } from "../../shared/layout/error-panel";
import { getJson, sendJson } from "../../shared/requests/api";
import { useAnnounce } from "../../ui/browser/live-region";
import { Button } from "../../ui/forms/button";
import type { DeliveryOutcomesJson, ReplayJson, SelectedDeliveries } from "../api";
import * as texts from "./texts";

const REFETCH_MS = 1_000;

interface ProgressProps {
  title: string;
  done: number;
  total: number;
  /** What has been reached so far, as a sentence. */
  text: string;
  onClose: () => void;
}

/** A bar with the progress of sending events again. */
function Progress({ title, done, total, text, onClose }: ProgressProps) {
  useAnnounce(done === total ? `${title}: ${text}` : "");
  return (
    <ProgressFrame onClose={onClose}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-body">
        <span className="font-medium">{title}</span>
        <span className="figures text-ink-2 text-meta">{text}</span>
      </p>
      <div
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        className="mt-2 h-1.5 overflow-hidden rounded-full bg-muted"
      >
        <div
          className="h-full rounded-full bg-brand-solid"
          style={{ width: `${total === 0 ? 100 : (done / total) * 100}%` }}
        />
      </div>
    </ProgressFrame>
  );
}

function ProgressFrame({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <div className="flex items-center gap-3 border-edge border-t bg-subtle px-4 py-2.5">
      <div className="min-w-0 flex-1">{children}</div>
      <Button tone="ghost" size="small" square aria-label={texts.hideTheProgress} onClick={onClose}>
        <X aria-hidden />
      </Button>
    </div>
  );
}

const describeCounts = ({ delivered, waiting, failed }: DeliveryOutcomesJson) =>
  [
    texts.delivered(formatCount(delivered)),
    ...(waiting > 0 ? [texts.waiting(formatCount(waiting))] : []),
    ...(failed > 0 ? [texts.failed(formatCount(failed))] : []),
  ].join(", ");

interface SelectedProgressProps {
  deliveries: SelectedDeliveries;
  onClose: () => void;
}

/** The outcomes of the selected events that are being sent again. */
export function SelectedProgress({ deliveries, onClose }: SelectedProgressProps) {
  const query = useQuery({
    queryKey: ["delivery-outcomes", deliveries],
    queryFn: () =>
      sendJson<DeliveryOutcomesJson>("POST", "/api/dashboard/deliveries/outcomes", { deliveries }),
    refetchInterval: ({ state }) => (state.data?.waiting === 0 ? false : REFETCH_MS),
  });
  const counts = query.data ?? { delivered: 0, waiting: deliveries.length, failed: 0 };
  if (query.isError && !query.data)
    return <NotLoaded error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Progress
      title={texts.sendingAgain(texts.countEvents(deliveries.length))}
      done={counts.delivered + counts.failed}
      total={deliveries.length}
      text={describeCounts(counts)}
      onClose={onClose}
    />
  );
}

interface ReplayProgressProps {
  replayId: string;
  onClose: () => void;
}

/** The progress of a replay of all failed events, which goes on in the background. */
export function ReplayProgress({ replayId, onClose }: ReplayProgressProps) {
  const query = useQuery({
    queryKey: ["webhook-replay", replayId],
    queryFn: ({ signal }) =>
      getJson<ReplayJson>(`/api/dashboard/webhook-replays/${encodeURIComponent(replayId)}`, signal),
    refetchInterval: ({ state }) => (state.data?.finished_at ? false : REFETCH_MS),
  });
  const replay = query.data;
  if (query.isError && !replay) return <NotLoaded error={query.error} onRetry={() => void query.refetch()} />;
  if (!replay) return null;
  const { total, replayed, finished_at: finishedAt, requested_by: by } = replay;
  return (
    <Progress
      title={texts.replayOfFailedEventsRequestedBy(by)}
      done={finishedAt ? total : replayed}
      total={total}
      text={
        finishedAt
          ? texts.sentAgain(texts.countEvents(replayed))
          : texts.ofSentAgain(formatCount(replayed), texts.countEvents(total))
      }
      onClose={onClose}
    />
  );
}

function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return <LoadFailed title={texts.theProgressDidNotLoad} error={error} onRetry={onRetry} />;
}
