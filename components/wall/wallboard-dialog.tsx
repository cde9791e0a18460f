"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ExternalLink, Link2 } from "lucide-react";
import type { z } from "zod";
import type { WallLink, WallSharing } from "@/lib/live/contract";
import { asApiError, getJson, sendJson } from "../shared/api";
import { Banner } from "../shared/banner";
import { Instant } from "../shared/instant";
import { Button } from "../ui/button";
import { CopyButton } from "../ui/copy-button";
import { Dialog } from "../ui/dialog";

type SharingWire = z.input<typeof WallSharing>;
type Made = z.input<typeof WallLink>;

interface WallboardDialogProps {
  sessionId: string;
  /** A closed event gets no new link. */
  isClosed: boolean;
  onClose: () => void;
}

/** Opens the wallboard, or shares it with a screen that nobody signs in on. For those who may share it. */
export function WallboardDialog({ sessionId, isClosed, onClose }: WallboardDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Wallboard"
      description="For a TV in the hall: no account numbers, no narrations, surnames as an initial."
      footer={
        <Button asChild tone="primary">
          <a href={`/wall/${sessionId}`} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden />
            Open it here
          </a>
        </Button>
      }
    >
      <Sharing sessionId={sessionId} isClosed={isClosed} />
    </Dialog>
  );
}

/** The link for a screen that nobody signs in on: made, copied, revoked. */
function Sharing({ sessionId, isClosed }: Pick<WallboardDialogProps, "sessionId" | "isClosed">) {
  const path = `/api/dashboard/sessions/${sessionId}/wall`;
  const key = ["session", sessionId, "wall"];
  const client = useQueryClient();
  const sharing = useQuery({ queryKey: key, queryFn: ({ signal }) => getJson<SharingWire>(path, signal) });
  const refresh = () => client.invalidateQueries({ queryKey: key });
  const share = useMutation({ mutationFn: () => sendJson<Made>("POST", path), onSuccess: refresh });
  const revoke = useMutation({
    mutationFn: () => sendJson<SharingWire>("DELETE", path),
    onSuccess: () => {
      share.reset();
      return refresh();
    },
  });
  const failed = share.error ?? revoke.error ?? sharing.error;
  const sharedAt = sharing.data?.shared_at;
  return (
    <div className="flex flex-col gap-4 text-body">
      <p className="text-ink-2">
        {sharedAt ? (
          <>
            A link has been good since <Instant at={sharedAt} as="day-time" />. Whoever holds it sees the
            {isClosed
              ? "event’s final figures without signing in, until you revoke it."
              : "wallboard without signing in. It is shown once; a new one ends it."}
          </>
        ) : isClosed ? (
          "The event is closed, and no link shows its wallboard."
        ) : (
          "A link shows the wallboard to whoever holds it, without signing in, until you revoke it."
        )}
      </p>
      {share.data && (
        <div className="flex items-center gap-2 rounded-card bg-subtle p-3">
          <code className="min-w-0 flex-1 break-all font-mono text-meta">{share.data.url}</code>
          <CopyButton text={share.data.url} name="the wallboard's link" label="Copy" />
        </div>
      )}
      {failed && (
        <Banner tone="red" urgent title={share.error ? "No link was made." : "Nothing changed."}>
          {asApiError(failed).detail}
        </Banner>
      )}
      <div className="flex flex-wrap gap-2">
        {!isClosed && (
          <Button busy={share.isPending} onClick={() => share.mutate()}>
            <Link2 aria-hidden />
            {sharedAt ? "Make a new link" : "Make a link"}
          </Button>
        )}
        {sharedAt && (
          <Button tone="danger-text" busy={revoke.isPending} onClick={() => revoke.mutate()}>
            Revoke the link
          </Button>
        )}
      </div>
    </div>
  );
}
