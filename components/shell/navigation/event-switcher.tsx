"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import { ChevronsUpDown } from "@/components/ui/icons/icons";
import { formatDay, formatMinute, formatWeekday } from "@/lib/core/format/format-date";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import type { EventList } from "@/lib/sessions/contract";
import { PhaseLine } from "../../shared/format/event-phase";
import { getJson } from "../../shared/requests/api";
import { Link } from "../../ui/display/link";
import { Skeleton } from "../../ui/display/skeleton";
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from "../../ui/overlays/dropdown-menu";
import type { EventHeadJson } from "../event-head";
import * as texts from "./texts";

type EventStatus = Pick<EventHeadJson, "phase" | "starts_at" | "ends_at" | "created_at" | "closed_at">;

/** Formats when the event was closed, or the day on which it starts. */
function formatWhen({ phase, starts_at, created_at, closed_at }: EventStatus): string {
  if (phase === "closed" && closed_at) return `${formatDay(closed_at)}, ${formatMinute(closed_at)}`;
  return formatWeekday(starts_at ?? created_at);
}

function StatusLine({ event }: { event: EventStatus }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5 whitespace-nowrap text-ink-2 text-meta">
      <PhaseLine event={event} />
      <span className="text-ink-3">·</span>
      <span className="truncate text-ink-3">{formatWhen(event)}</span>
    </span>
  );
}

/** Shows the current event above its nav items, with a menu of other events. */
export function EventSwitcher({ event }: { event: EventHeadJson | undefined }) {
  const [isRequested, setRequested] = useState(false);
  return (
    <DropdownMenu
      label={texts.switchEvent}
      align="start"
      className="w-72"
      trigger={
        <button
          type="button"
          onPointerEnter={() => setRequested(true)}
          onFocus={() => setRequested(true)}
          className="flex min-h-[50px] w-full items-center gap-2 rounded-field border border-edge bg-surface px-2.5 py-1.5 text-left hover:border-edge-strong max-xl:min-h-9 max-xl:w-10 max-xl:justify-center max-xl:px-0"
        >
          <span className="min-w-0 flex-1 max-xl:hidden">
            {event ? (
              <>
                <span className="block truncate font-semibold text-body">
                  <bdi>{stripInvisibleCharacters(event.name)}</bdi>
                </span>
                <StatusLine event={event} />
              </>
            ) : (
              <Skeleton className="w-28" />
            )}
          </span>
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-3" />
          <span className="sr-only">{texts.switchEvent}</span>
        </button>
      }
    >
      <OtherEvents current={event?.session_id} isRequested={isRequested} />
    </DropdownMenu>
  );
}

function OtherEvents({ current, isRequested }: { current: string | undefined; isRequested: boolean }) {
  const { data } = useQuery({
    queryKey: ["events", "latest"],
    queryFn: ({ signal }) => getJson<z.input<typeof EventList>>("/api/dashboard/sessions?limit=12", signal),
    enabled: isRequested,
  });
  const others = data?.events.filter(({ session_id }) => session_id !== current) ?? [];
  return (
    <>
      <MenuLabel>{texts.otherEvents}</MenuLabel>
      {others.map((event) => (
        <MenuItem key={event.session_id} asChild className="h-auto py-1.5">
          <Link href={`/events/${event.session_id}`} className="flex flex-col !items-start gap-0">
            <bdi className="max-w-full truncate font-medium">{stripInvisibleCharacters(event.name)}</bdi>
            <StatusLine event={event} />
          </Link>
        </MenuItem>
      ))}
      {data && others.length === 0 && <p className="px-2.5 pb-2 text-ink-3">{texts.thereIsNoOther}</p>}
      {!data && <Skeleton className="mx-2.5 mb-2 w-40" />}
      <MenuSeparator />
      <MenuItem asChild>
        <Link href="/events">{texts.allEvents}</Link>
      </MenuItem>
    </>
  );
}
