import type { Page } from "@/lib/core/pagination";

/**
 * Formats the `Link` header of a page (RFC 8288): `first`, `prev` unless it is the first page, and `next` if rows follow.
 * The targets are relative references with the request's path and query, because the service cannot know under which
 * address a proxy serves it.
 */
export function formatPageLinks(requestUrl: string, { limit, offset, hasMore }: Page): string {
  const { pathname, searchParams } = new URL(requestUrl);
  searchParams.set("limit", String(limit));
  const link = (relation: string, to: bigint) => {
    searchParams.set("offset", String(to));
    return `<${pathname}?${searchParams}>; rel="${relation}"`;
  };
  // With `limit=0`, `prev` and `next` would be this page itself.
  const hasNeighbours = limit > 0n;
  return [
    link("first", 0n),
    ...(hasNeighbours && offset > 0n ? [link("prev", offset > limit ? offset - limit : 0n)] : []),
    ...(hasNeighbours && hasMore ? [link("next", offset + limit)] : []),
  ].join(", ");
}
