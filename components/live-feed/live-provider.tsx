"use client";

import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from "react";
import type { z } from "zod";
import type { LiveUpdate } from "@/lib/live/contract";
import { asApiError, getJson } from "../shared/requests/api";
import { type Live, LiveStore } from "./live-store";

type LiveUpdateJson = z.input<typeof LiveUpdate>;
export type LiveFiguresJson = LiveUpdateJson["figures"];

/** Live state of an event, as `useLive` returns it. */
export type LiveEvent = Live<LiveUpdateJson> & { tryNow: () => void };

type Store = LiveStore<LiveUpdateJson>;

/** One stream for each event, shared by all parts of the page. Browser only: a server has many readers. */
const stores = new Map<string, Store>();

/** Redirects to the sign-in page if the stream was refused because the session has ended. */
function leaveIfSignedOut(sessionId: string): void {
  getJson(`/api/dashboard/sessions/${sessionId}`).catch((thrown: unknown) => {
    if (asApiError(thrown).status !== 401) return;
    const here = window.location.pathname + window.location.search;
    window.location.assign(`/login?next=${encodeURIComponent(here)}`);
  });
}

function getStore(sessionId: string, initial?: LiveUpdateJson): Store {
  const createStore = () =>
    new LiveStore(`/api/live/${sessionId}`, () => leaveIfSignedOut(sessionId), initial);
  if (typeof window === "undefined") return createStore();
  const store = stores.get(sessionId) ?? createStore();
  stores.set(sessionId, store);
  return store;
}

const StoreContext = createContext<Store | undefined>(undefined);

interface LiveProviderProps {
  sessionId: string;
  /** State that the page was rendered with. */
  initial: LiveUpdateJson;
  children: ReactNode;
}

/** Provides the live store of an event, seeded with the server-rendered state. */
export function LiveProvider({ sessionId, initial, children }: LiveProviderProps) {
  const [store] = useState(() => {
    const liveStore = getStore(sessionId, initial);
    liveStore.seed(initial);
    return liveStore;
  });
  return <StoreContext value={store}>{children}</StoreContext>;
}

/** Returns the live state of an event. Works without a provider, then starting with no data. */
export function useLive(sessionId: string): LiveEvent {
  const providedStore = useContext(StoreContext);
  const [liveStore] = useState(() => providedStore ?? getStore(sessionId));
  const live = useSyncExternalStore(liveStore.subscribe, liveStore.snapshot, () => liveStore.initialState);
  return { ...live, tryNow: liveStore.reconnectNow };
}
