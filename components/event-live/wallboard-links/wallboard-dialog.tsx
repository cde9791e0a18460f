"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { ExternalLink } from "@/components/ui/icons/icons";
import { Link2 } from "@/components/ui/icons/late-icons";
import type { WallboardLink, WallboardSharing } from "@/lib/live/contract";
import { Instant } from "../../shared/format/instant";
import { Banner } from "../../shared/layout/banner";
import { asApiError, getJson, sendJson } from "../../shared/requests/api";
import { CopyButton } from "../../ui/feedback/copy-button";
import { Button } from "../../ui/forms/button";
import { Dialog } from "../../ui/overlays/dialog";
import * as texts from "./texts";

type SharingJson = z.input<typeof WallboardSharing>;
type WallboardLinkJson = z.input<typeof WallboardLink>;

interface WallboardDialogProps {
  sessionId: string;
  onClose: () => void;
}

/**
 * Dialog that opens the wallboard or creates a link for a screen without sign-in, for members with the
 * permission.
 */
export function WallboardDialog({ sessionId, onClose }: WallboardDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.wallboard}
      description={texts.forATvInTheHall}
      footer={
        <Button asChild tone="primary">
          <a href={`/wall/${sessionId}`} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden />
            {texts.openItHere}
          </a>
        </Button>
      }
    >
      <Sharing sessionId={sessionId} />
    </Dialog>
  );
}

/** Queries whether the wallboard is shared, with the changes of its link. */
function useSharing(sessionId: string) {
  const path = `/api/dashboard/sessions/${sessionId}/wallboard`;
  const key = ["session", sessionId, "wallboard"];
  const client = useQueryClient();
  const sharing = useQuery({ queryKey: key, queryFn: ({ signal }) => getJson<SharingJson>(path, signal) });
  const refresh = () => client.invalidateQueries({ queryKey: key });
  const share = useMutation({
    mutationFn: () => sendJson<WallboardLinkJson>("POST", path),
    onSuccess: refresh,
  });
  const revoke = useMutation({
    mutationFn: () => sendJson<SharingJson>("DELETE", path),
    onSuccess: () => {
      share.reset();
      return refresh();
    },
  });
  return { sharing, share, revoke };
}

/** Creates, copies and revokes the wallboard link. */
function Sharing({ sessionId }: Pick<WallboardDialogProps, "sessionId">) {
  const { sharing, share, revoke } = useSharing(sessionId);
  const failed = share.error ?? revoke.error ?? sharing.error;
  const sharedAt = sharing.data?.shared_at;
  const expiresAt = sharing.data?.expires_at;
  return (
    <div className="flex flex-col gap-4 text-body">
      <p className="text-ink-2">
        {sharedAt ? (
          <>
            {texts.aLinkWasMadeOn}
            <Instant at={sharedAt} as="day-time" />
            {texts.linkShowsWallboardUntil}
            {expiresAt && <Instant at={expiresAt} as="day-time" />}
            {texts.orUntilEventIsClosed}
          </>
        ) : (
          texts.anyoneWithLinkSeesWallboard
        )}
      </p>
      {share.data && (
        <div className="flex items-center gap-2 rounded-card bg-subtle p-3">
          <code className="min-w-0 flex-1 break-all font-mono text-meta">{share.data.url}</code>
          <CopyButton text={share.data.url} name={texts.theWallboardsLink} label={texts.copy} />
        </div>
      )}
      {failed && (
        <Banner tone="red" urgent title={share.error ? texts.noLinkWasMade : texts.nothingChanged}>
          {asApiError(failed).detail}
        </Banner>
      )}
      <div className="flex flex-wrap gap-2">
        <Button busy={share.isPending} onClick={() => share.mutate()}>
          <Link2 aria-hidden />
          {sharedAt ? texts.newLink : texts.makeALink}
        </Button>
        {sharedAt && (
          <Button tone="danger-text" busy={revoke.isPending} onClick={() => revoke.mutate()}>
            {texts.revokeTheLink}
          </Button>
        )}
      </div>
    </div>
  );
}
