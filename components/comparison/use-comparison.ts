import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import type { Comparison } from "@/lib/comparison/contract";
import { COMPARISONS, type ComparisonKind } from "@/lib/comparison/labels";
import { toKeyOf } from "@/lib/core/keys";
import { getJson } from "../shared/requests/api";
import { useQueryParams } from "../shared/requests/use-query-params";

/** A comparison as the API returns it. */
export type ComparisonJson = z.input<typeof Comparison>;

/** While an event is active its figures change. */
const REFETCH_MS = 15_000;

/** The comparison of the events and the breakdown in the URL. */
export function useComparison(initial: ComparisonJson | undefined) {
  const { get, go } = useQueryParams();
  const chosen = [...new Set(get("events")?.split(",").filter(Boolean))];
  const by: ComparisonKind = toKeyOf(COMPARISONS, get("by")) ?? "hour";
  const query = new URLSearchParams({ events: chosen.join(","), by }).toString();
  const isInitial =
    initial?.by === by && initial.events.map(({ session_id: id }) => id).join() === chosen.join();
  const { data, error, refetch } = useQuery({
    queryKey: ["comparison", query],
    queryFn: ({ signal }) => getJson<ComparisonJson>(`/api/dashboard/comparison?${query}`, signal),
    enabled: chosen.length > 0,
    refetchInterval: REFETCH_MS,
    placeholderData: keepPreviousData,
    ...(isInitial && { initialData: initial }),
  });
  return {
    chosen,
    by,
    query,
    comparison: chosen.length > 0 ? data : undefined,
    error,
    retry: () => void refetch(),
    choose: (ids: readonly string[]) => go({ events: ids.join(",") || undefined }),
    compareBy: (kind: ComparisonKind) => go({ by: kind === "hour" ? undefined : kind }),
  };
}
