import { z } from "zod";
import { compareEvents } from "@/lib/comparison";
import { Comparison, ComparisonQuery } from "@/lib/comparison/contract";
import { localDay } from "@/lib/core/format/format-date";
import { exportComparison } from "@/lib/exports";
import { endpoint } from "@/lib/http/endpoint";
import { parseInput, readQuery } from "@/lib/http/request/validation";
import { fileResponse } from "@/lib/http/response/file-response";
import type { MemberHandler } from "@/lib/http/serve";
import { requireGet } from "./exports";

/** Compares the takings of several events. */
export const compareEventsEndpoint = endpoint({
  name: "compare events",
  params: z.object({}),
  query: ComparisonQuery,
  status: 200,
  response: Comparison,
  handle: (scope, { query }) => compareEvents(scope, query),
});

/** Returns a comparison of events as a file. */
export const comparisonExportHandler: MemberHandler = async (request, scope) => {
  requireGet(request);
  const asked = readQuery(new URL(request.url), Object.keys(ComparisonQuery.shape));
  const query = parseInput(ComparisonQuery, asked, "query");
  const { bytes } = await exportComparison(scope, query);
  return fileResponse({
    bytes,
    type: "text/csv; charset=utf-8",
    name: `events by ${query.by} ${localDay(new Date())}.csv`,
  });
};
