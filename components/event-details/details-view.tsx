"use client";

import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import type { EventJson } from "../event-live/header/event-header";
import { PhaseChip } from "../shared/format/event-phase";
import { PageHeader } from "../shared/layout/page-header";
import { DetailsForm } from "./details-form";
import { EventTools } from "./event-tools";
import { EventFacts, FixedFacts } from "./facts-card";
import * as texts from "./texts";
import { useEventDetails } from "./use-event-details";

interface DetailsViewProps {
  initial: EventJson;
  may: { change: boolean; open: boolean; seeWebhooks: boolean };
}

/** The details of an event: what can be changed, what it was opened with, duplicating and archiving it. */
export function DetailsView({ initial, may }: DetailsViewProps) {
  const { event, isClosed } = useEventDetails(initial);
  return (
    <>
      <PageHeader
        title={texts.details}
        badge={<PhaseChip event={event} />}
        meta={[<bdi key="name">{stripInvisibleCharacters(event.name)}</bdi>]}
      />
      <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-[minmax(0,1fr)_360px]">
        <div className="flex flex-col gap-3">
          {may.change ? <DetailsForm event={event} isClosed={isClosed} /> : <EventFacts event={event} />}
          <EventTools event={event} may={may} />
        </div>
        <FixedFacts event={event} maySeeWebhooks={may.seeWebhooks} />
      </div>
    </>
  );
}
