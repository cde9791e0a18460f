"use client";

import { setZoneSource, type ZoneTable } from "@/lib/core/zone/zone";

/**
 * Sets the zone in which the browser formats the page's times. Stands before everything else of a page, so that the zone is set
 * when the rest hydrates; the server's is set by `lib/auth/page-zone`.
 */
export function PageZone({ zone }: { zone: ZoneTable }) {
  if (typeof window !== "undefined") setZoneSource(() => zone);
  return null;
}
