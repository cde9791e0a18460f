/** Returns the keys of an object literal with their type. Safe if the object has no other keys than its type says. */
export function keysOf<T extends object>(object: T): (keyof T)[] {
  return Object.keys(object) as (keyof T)[];
}

/** Returns the entries of an object literal with their types. Safe if the object has no other keys than its type says. */
export function entriesOf<T extends object>(object: T): [keyof T, T[keyof T]][] {
  return Object.entries(object) as [keyof T, T[keyof T]][];
}
