/** Returns the keys of an object literal with their type. Safe if the object has no other keys than its type says. */
export function keysOf<T extends object>(object: T): (keyof T)[] {
  return Object.keys(object) as (keyof T)[];
}

/** Returns the entries of an object literal with their types. Safe if the object has no other keys than its type says. */
export function entriesOf<T extends object>(object: T): [keyof T, T[keyof T]][] {
  return Object.entries(object) as [keyof T, T[keyof T]][];
}

/** Returns a text as a key of an object literal; undefined if it is none, also for names that every object inherits. */
export const toKeyOf = <T extends object>(object: T, text: string | undefined): keyof T | undefined =>
  text !== undefined && Object.hasOwn(object, text) ? (text as keyof T) : undefined;

/** Groups rows by a key, in their order. */
export function groupBy<Key, Row>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
