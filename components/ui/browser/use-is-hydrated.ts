"use client";

import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => {};

/** Whether hydration is complete; until then the output must match the server's. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
