"use client";

import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from "react";
import type { z } from "zod";
import type { LiveUpdate } from "@/lib/live/contract";
import { asApiError, getJson } from "../shared/api";
import { type Live, LiveStore } from "./live-store";

export type LiveUpdateWire = z.input<typeof LiveUpdate>;
export type LiveFiguresWire = LiveUpdateWire["figures"];
export type LiveRowWire = LiveUpdateWire["rows"][number];

/** An event as `useLive` shows it. */
export type LiveEvent = Live<LiveUpdateWire> & { tryNow: () => void };

type Store = LiveStore<LiveUpdateWire>;

/** One stream an event, whichever parts of the page look at it. In the browser only: a server has many readers. */
const stores = new Map<string, Store>();

/** Where the stream is refused the sign-in may have ended: then there is no staying here. */
function leaveIfSignedOut(sessionId: string): void {
  getJson(`/api/dashboard/sessions/${sessionId}`).catch((thrown: unknown) => {
    if (asApiError(thrown).status !== 401) return;
    const here = window.location.pathname + window.location.search;
    window.location.assign(`/login?next=${encodeURIComponent(here)}`);
  });
}

function storeOf(sessionId: string, initial?: LiveUpdateWire): Store {
  const make = () => new LiveStore(`/api/live/${sessionId}`, () => leaveIfSignedOut(sessionId), initial);
  if (typeof window === "undefined") return make();
  const store = stores.get(sessionId) ?? make();
  stores.set(sessionId, store);
  return store;
}

const StoreContext = createContext<Store | undefined>(undefined);

interface LiveProviderProps {
  sessionId: string;
  /** What the server rendered the page with. */
  initial: LiveUpdateWire;
  children: ReactNode;
}

/** Gives the parts of an event's page what the server read for it, until the stream says more. */
export function LiveProvider({ sessionId, initial, children }: LiveProviderProps) {
  const [store] = useState(() => {
    const held = storeOf(sessionId, initial);
    held.seed(initial);
    return held;
  });
  return <StoreContext value={store}>{children}</StoreContext>;
}

/** An event as it is now, and how sure that is. Needs no provider: without one it begins with nothing known. */
export function useLive(sessionId: string): LiveEvent {
  const given = useContext(StoreContext);
  const [held] = useState(() => given ?? storeOf(sessionId));
  const live = useSyncExternalStore(held.subscribe, held.snapshot, () => held.first);
  return { ...live, tryNow: held.tryNow };
}
