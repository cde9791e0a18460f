import { headers } from "next/headers";
import type { ReactNode } from "react";
import { SkeletonBoundary } from "@/components/shell/errors/skeleton-boundary";
import { withRequestId } from "./with-request-id";

/**
 * Wraps a page so that client-side navigation shows a skeleton while it loads. A full page load gets no skeleton: the
 * streamed page would appear 300 ms later, and a missing event would be answered with status 200.
 */
export function withSkeleton<Props extends object>(
  Page: (props: Props) => Promise<ReactNode>,
  outline: ReactNode,
): (props: Props) => Promise<ReactNode> {
  const PageWithRequestId = (props: Props) => withRequestId(Page(props));
  return async function OutlinedPage(props) {
    const isClientNavigation = (await headers()).get("sec-fetch-dest") === "empty";
    return (
      <SkeletonBoundary isMove={isClientNavigation} outline={isClientNavigation && outline}>
        <PageWithRequestId {...props} />
      </SkeletonBoundary>
    );
  };
}
