"use client";

import { useSyncExternalStore } from "react";

/** A value shared by parts of the page. */
export interface SharedStore<T> {
  initialValue: T;
  get: () => T;
  set: (next: T) => void;
  subscribe: (onChange: () => void) => () => void;
}

/** Creates a store; `initialValue` is also the value for server rendering. */
export function sharedStore<T>(initialValue: T): SharedStore<T> {
  let value = initialValue;
  const listeners = new Set<() => void>();
  return {
    initialValue,
    get: () => value,
    set(next) {
      value = next;
      for (const onChange of listeners) onChange();
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

/** Returns a part of a shared value; renders again when it changes by `Object.is`. */
export function useSharedStore<T, Part>(
  { initialValue, get, subscribe }: SharedStore<T>,
  part: (value: T) => Part,
): Part {
  return useSyncExternalStore(
    subscribe,
    () => part(get()),
    () => part(initialValue),
  );
}
