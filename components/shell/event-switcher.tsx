"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import type { z } from "zod";
import { formatDay, formatMinute, formatWeekday } from "@/lib/core/format-date";
import { stripInvisibleCharacters } from "@/lib/core/payer";
import type { EventList } from "@/lib/sessions/contract";
import { getJson } from "../shared/api";
import { PhaseLine } from "../shared/event-phase";
import { DropdownMenu, MenuHead, MenuItem, MenuLine } from "../ui/dropdown-menu";
import { Link } from "../ui/link";
import { Skeleton } from "../ui/skeleton";
import type { ShownEvent } from "./event-head";

type Told = Pick<ShownEvent, "phase" | "starts_at" | "ends_at" | "created_at" | "closed_at">;

/** When it is, or when it was closed. */
function whenOf({ phase, starts_at, created_at, closed_at }: Told): string {
  if (phase === "closed" && closed_at) return `${formatDay(closed_at)}, ${formatMinute(closed_at)}`;
  return formatWeekday(starts_at ?? created_at);
}

function Standing({ event }: { event: Told }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5 whitespace-nowrap text-ink-2 text-meta">
      <PhaseLine event={event} />
      <span className="truncate text-ink-3">· {whenOf(event)}</span>
    </span>
  );
}

/** The event whose places are below, and the way to another. */
export function EventSwitcher({ event }: { event: ShownEvent | undefined }) {
  const [wanted, setWanted] = useState(false);
  return (
    <DropdownMenu
      label="Switch event"
      align="start"
      className="w-72"
      trigger={
        <button
          type="button"
          onPointerEnter={() => setWanted(true)}
          onFocus={() => setWanted(true)}
          className="flex min-h-[50px] w-full items-center gap-2 rounded-field border border-edge bg-surface px-2.5 py-1.5 text-left hover:border-edge-strong max-xl:min-h-9 max-xl:w-10 max-xl:justify-center max-xl:px-0"
        >
          <span className="min-w-0 flex-1 max-xl:hidden">
            {event ? (
              <>
                <span className="block truncate font-semibold text-body">
                  <bdi>{stripInvisibleCharacters(event.name)}</bdi>
                </span>
                <Standing event={event} />
              </>
            ) : (
              <Skeleton className="w-28" />
            )}
          </span>
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-3" />
          <span className="sr-only">Switch event</span>
        </button>
      }
    >
      <OtherEvents current={event?.session_id} wanted={wanted} />
    </DropdownMenu>
  );
}

function OtherEvents({ current, wanted }: { current: string | undefined; wanted: boolean }) {
  const { data } = useQuery({
    queryKey: ["events", "latest"],
    queryFn: ({ signal }) => getJson<z.input<typeof EventList>>("/api/dashboard/sessions?limit=12", signal),
    enabled: wanted,
  });
  const others = data?.events.filter(({ session_id }) => session_id !== current) ?? [];
  return (
    <>
      <MenuHead>Other events</MenuHead>
      {others.map((event) => (
        <MenuItem key={event.session_id} asChild className="h-auto py-1.5">
          <Link href={`/events/${event.session_id}`} className="flex flex-col !items-start gap-0">
            <bdi className="max-w-full truncate font-medium">{stripInvisibleCharacters(event.name)}</bdi>
            <Standing event={event} />
          </Link>
        </MenuItem>
      ))}
      {data && others.length === 0 && <p className="px-2.5 pb-2 text-ink-3">There is no other.</p>}
      {!data && <Skeleton className="mx-2.5 mb-2 w-40" />}
      <MenuLine />
      <MenuItem asChild>
        <Link href="/events">All events</Link>
      </MenuItem>
    </>
  );
}
