import type { z } from "zod";
import type { EventList as List, EventRow as Row } from "@/lib/sessions/contract";

/** The event list as JSON. */
export type EventList = z.input<typeof List>;
export type EventRow = z.input<typeof Row>;

/** Number of events per page. */
export const PAGE_SIZE = 50;

/** Tabs of the list, in order. */
export const TABS = ["all", "live", "upcoming", "closed", "archived"] as const;
export type Tab = (typeof TABS)[number];

/** Filters of the event list. */
export interface EventListQuery {
  status: Tab;
  q: string;
  limit: number;
}

/** Parses the tab of the URL; any other value is `all`. */
export function parseTab(text: string | undefined): Tab {
  return TABS.find((tab) => tab === text) ?? "all";
}

export const eventsKey = (wanted: EventListQuery) => ["events", wanted] as const;

/** Returns the path of the event list in the JSON API. */
export function eventsPath({ status, q, limit }: EventListQuery): string {
  const query = new URLSearchParams({ status, limit: String(limit), ...(q && { q }) });
  return `/api/dashboard/sessions?${query}`;
}
