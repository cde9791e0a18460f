"use client";

import { type ReactNode, Suspense, useState } from "react";

interface OutlinedProps {
  isMove: boolean;
  outline: ReactNode;
  children: ReactNode;
}

/**
 * Shows a skeleton while the children load after a client-side navigation. The choice is fixed at the first render, so that
 * a refetch does not remount the page.
 */
export function SkeletonBoundary({ isMove, outline, children }: OutlinedProps) {
  const [hasOutline] = useState(isMove);
  return hasOutline ? <Suspense fallback={outline}>{children}</Suspense> : children;
}
