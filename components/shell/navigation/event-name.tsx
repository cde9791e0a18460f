"use client";

import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { Skeleton } from "../../ui/display/skeleton";
import { useEventHead } from "../event-head";

/** The name of the current page's event; a skeleton until it is loaded. */
export function EventName() {
  const { event } = useEventHead(undefined);
  return event ? stripInvisibleCharacters(event.name) : <Skeleton className="h-5 w-48" />;
}
