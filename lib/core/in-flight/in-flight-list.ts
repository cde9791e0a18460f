/** A member of an `InFlightList`. */
export interface InFlight<Value> {
  readonly value: Value;
}

interface Node<Value> extends InFlight<Value> {
  previous: Node<Value> | undefined;
  next: Node<Value> | undefined;
  isListed: boolean;
}

/**
 * A set of values, in the order of their addition, that are added and removed with each request. Unlike a `Set`, whose outgrown
 * tables link to each other (see `InFlightMap`), and unlike a list whose removed nodes keep their links, it leaves no link from an
 * old object to a newer one.
 */
export class InFlightList<Value> implements Iterable<Value> {
  private oldest: Node<Value> | undefined;
  private newest: Node<Value> | undefined;
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** The member that was added first. */
  get first(): InFlight<Value> | undefined {
    return this.oldest;
  }

  /** Adds a value at the end. Returns the member that `remove` takes. */
  add(value: Value): InFlight<Value> {
    const node: Node<Value> = { value, previous: this.newest, next: undefined, isListed: true };
    if (this.newest) this.newest.next = node;
    else this.oldest = node;
    this.newest = node;
    this.count++;
    return node;
  }

  /** Removes a member that `add` of this list returned. Returns whether it was still listed. */
  remove(member: InFlight<Value>): boolean {
    const node = member as Node<Value>;
    if (!node.isListed) return false;
    const { previous, next } = node;
    if (previous) previous.next = next;
    else this.oldest = next;
    if (next) next.previous = previous;
    else this.newest = previous;
    node.previous = undefined;
    node.next = undefined;
    node.isListed = false;
    this.count--;
    return true;
  }

  /** Iterates over the values at this moment. */
  [Symbol.iterator](): Iterator<Value> {
    const values: Value[] = [];
    for (let node = this.oldest; node; node = node.next) values.push(node.value);
    return values.values();
  }
}
