import type { z } from "zod";
import type { EventList as List, EventRow as Row } from "@/lib/sessions/contract";

/** The list of events as the door sends it. */
export type EventList = z.input<typeof List>;
export type EventRow = z.input<typeof Row>;

/** Events a page; more are asked for by a press. */
export const PAGE = 50;

/** The tabs of the list, in their order. */
export const TABS = ["all", "live", "upcoming", "closed"] as const;
export type Tab = (typeof TABS)[number];

/** What is listed. */
export interface Wanted {
  status: Tab;
  q: string;
  limit: number;
}

/** A tab as the address names it; anything else is all. */
export function tabOf(text: string | undefined): Tab {
  return TABS.find((tab) => tab === text) ?? "all";
}

export const eventsKey = (wanted: Wanted) => ["events", wanted] as const;

/** Where the list is asked for. */
export function eventsPath({ status, q, limit }: Wanted): string {
  const query = new URLSearchParams({ status, limit: String(limit), ...(q && { q }) });
  return `/api/dashboard/sessions?${query}`;
}
