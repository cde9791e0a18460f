"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether the browser has drawn what the server drew: until then, nothing may differ from that. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
