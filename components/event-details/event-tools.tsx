"use client";

import { Copy } from "@/components/ui/icons/icons";
import { Undo2 } from "@/components/ui/icons/late-icons";
import type { EventJson } from "../event-live/header/event-header";
import { Instant } from "../shared/format/instant";
import { Banner } from "../shared/layout/banner";
import { Card, CardHead } from "../shared/layout/card";
import { asApiError } from "../shared/requests/api";
import { Link } from "../ui/display/link";
import { toast } from "../ui/feedback/toast";
import { Button } from "../ui/forms/button";
import * as texts from "./texts";
import { useDetailsMutation } from "./use-event-details";

/** Duplicating the event, and archiving it if it is a test event. */
export function EventTools({ event, may }: { event: EventJson; may: { change: boolean; open: boolean } }) {
  const mayArchive = may.change && event.mode === "test";
  if (!may.open && !mayArchive) return null;
  return (
    <Card aria-label={texts.more}>
      <CardHead title={texts.more} />
      <div className="flex flex-col gap-5 border-edge border-t px-4 py-5">
        {may.open && (
          <Tool note={texts.newEventLikeThisOne}>
            <Button asChild>
              <Link href={`/events?new=1&copy=${event.session_id}`}>
                <Copy aria-hidden />
                {texts.duplicateEvent}
              </Link>
            </Button>
          </Tool>
        )}
        {mayArchive && <ArchiveTool event={event} />}
      </div>
    </Card>
  );
}

function Tool({ note, children }: { note: React.ReactNode; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-body">
      <p className="min-w-0 max-w-140 flex-1 basis-60 text-ink-2">{note}</p>
      {children}
    </div>
  );
}

function ArchiveTool({ event }: { event: EventJson }) {
  const archiving = useDetailsMutation<{ is_archived: boolean }>(event.session_id, {
    method: "PUT",
    path: "archive",
  });
  const at = event.archived_at;
  const press = () =>
    archiving.mutate(
      { is_archived: at === null },
      { onSuccess: () => toast({ text: at ? texts.theEventIsRestored : texts.theEventIsArchived }) },
    );
  return (
    <>
      <Tool
        note={
          at ? (
            <>
              {texts.archivedOn}
              <Instant at={at} as="day-time" />
              {texts.listedUnderArchivedOnly}
            </>
          ) : (
            texts.archivingHidesThisTestEvent
          )
        }
      >
        <Button busy={archiving.isPending} onClick={press}>
          {at && <Undo2 aria-hidden />}
          {at ? texts.restoreEvent : texts.archiveEvent}
        </Button>
      </Tool>
      {archiving.error && (
        <Banner tone="red" urgent title={texts.nothingWasChanged}>
          {asApiError(archiving.error).detail}
        </Banner>
      )}
    </>
  );
}
