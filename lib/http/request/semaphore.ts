/** A counting semaphore: runs a limited number of tasks at a time, in the order of arrival. */
export class Semaphore {
  private readonly waiting: (() => void)[] = [];
  private free: number;

  constructor(limit: number) {
    this.free = limit;
  }

  /** Runs the work as soon as a slot is free. Returns or throws its result. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}
