import { setTimeout as sleep } from "node:timers/promises";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { SkeletonBoundary } from "@/components/shell/errors/skeleton-boundary";
import { withRequestId } from "./with-request-id";

/** A page that is ready earlier is sent without a skeleton. */
const SKELETON_DELAY_MS = 150;

/**
 * Wraps a page so that client-side navigation shows a skeleton while it loads. React shows what replaces a skeleton at
 * the earliest 300 ms after it, so a page that loads quickly gets none. A full page load gets no skeleton either: a
 * missing event would be answered with status 200.
 */
export function withSkeleton<Props extends object>(
  Page: (props: Props) => Promise<Awaited<ReactNode>>,
  outline: ReactNode,
): (props: Props) => Promise<ReactNode> {
  return async function OutlinedPage(props) {
    const page = withRequestId(Page(props));
    const isClientNavigation = (await headers()).get("sec-fetch-dest") === "empty";
    const isReady =
      !isClientNavigation || (await Promise.race([page.then(() => true), sleep(SKELETON_DELAY_MS, false)]));
    return (
      <SkeletonBoundary isMove={!isReady} outline={!isReady && outline}>
        {isReady ? await page : page}
      </SkeletonBoundary>
    );
  };
}
