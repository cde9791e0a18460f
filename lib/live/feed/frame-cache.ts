import type { Frame } from "../update";

/**
 * Maximum cached frames of a feed. Clients choose the version from which they resume and a frame can have hundreds of
 * kilobytes, so the number is fixed; clients that lose their connections together resume from a few versions.
 */
export const MAX_FRAMES = 16;

/** The encoded initial frames of a feed's current version. The least recently used one is evicted first. */
export class FrameCache {
  private frames = new Map<string, Frame>();

  /** Returns the cached frame of a key, or computes and caches it. */
  get(key: string, compute: () => Frame): Frame {
    const frame = this.frames.get(key) ?? compute();
    // Re-insert: a map iterates in insertion order, which makes it the LRU order.
    this.frames.delete(key);
    this.frames.set(key, frame);
    for (const oldest of this.frames.keys()) {
      if (this.frames.size <= MAX_FRAMES) break;
      this.frames.delete(oldest);
    }
    return frame;
  }

  get size(): number {
    return this.frames.size;
  }

  clear(): void {
    // A new map: a cleared one would link its old table to the next one, see `InFlightMap`.
    this.frames = new Map();
  }
}
