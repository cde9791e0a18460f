"use client";

import { stripInvisibleCharacters } from "@/lib/core/payer";
import { Skeleton } from "../ui/skeleton";
import { useEventHead } from "./event-head";

/** The name of the event whose page is open or on its way, as soon as anything of the page knows it. */
export function EventName() {
  const { event } = useEventHead(undefined);
  return event ? stripInvisibleCharacters(event.name) : <Skeleton className="h-5 w-48" />;
}
