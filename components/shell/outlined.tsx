"use client";

import { type ReactNode, Suspense, useState } from "react";

interface OutlinedProps {
  isMove: boolean;
  outline: ReactNode;
  children: ReactNode;
}

/** What comes later than its outline, where somebody moved to it; a page is not built anew when it is fetched again. */
export function Outlined({ isMove, outline, children }: OutlinedProps) {
  const [hasOutline] = useState(isMove);
  return hasOutline ? <Suspense fallback={outline}>{children}</Suspense> : children;
}
