"use client";

import { useSyncExternalStore } from "react";

/** A value that parts of the page share, wherever they stand. */
export interface SharedStore<T> {
  first: T;
  get: () => T;
  set: (next: T) => void;
  subscribe: (onChange: () => void) => () => void;
}

/** Makes one; `first` is also what the server renders with. */
export function sharedStore<T>(first: T): SharedStore<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    first,
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

/** What a part needs of a shared value: renders anew where that has changed, by `Object.is`. */
export function useSharedStore<T, Part>(
  { first, get, subscribe }: SharedStore<T>,
  part: (value: T) => Part,
): Part {
  return useSyncExternalStore(
    subscribe,
    () => part(get()),
    () => part(first),
  );
}
