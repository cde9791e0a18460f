/**
 * A map whose entries are added and removed with each request. A `Map` of V8 links each table that it has outgrown to the next
 * one. Once such a table is in the old generation, all later ones and their entries survive every minor garbage collection, and
 * are freed by a full one only. Entries are in no particular order.
 */
export class InFlightMap<Value> {
  /** Without a prototype, so that every key is an entry; its table has no link to the next one. */
  private readonly entries: Record<string, Value> = Object.create(null);
  private count = 0;

  get size(): number {
    return this.count;
  }

  get(key: string): Value | undefined {
    return this.entries[key];
  }

  has(key: string): boolean {
    return key in this.entries;
  }

  set(key: string, value: Value): void {
    if (!this.has(key)) this.count++;
    this.entries[key] = value;
  }

  /** Returns whether there was such an entry. */
  delete(key: string): boolean {
    if (!this.has(key)) return false;
    this.count--;
    return Reflect.deleteProperty(this.entries, key);
  }

  /** The entries at this moment. */
  toArray(): [key: string, value: Value][] {
    return Object.entries(this.entries);
  }
}
