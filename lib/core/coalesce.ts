import { ERRORS, isFailure } from "./errors";

/**
 * Lets those who ask for the same at once share one answer, without a timer and without ever keeping one: the work
 * behind an answer begins only after it was asked for, so that nobody is told what was true before. While one turn is
 * under way all who come gather for the next. A turn that fails by a fault of ours fails the next with it, so that
 * nobody waits twice for a database that is away.
 */
export class RequestCoalescer<T> {
  private readonly gathering = new Map<string, Promise<T>>();
  private readonly underWay = new Map<string, Promise<T>>();

  /** A first turn begins at the next `soon`, for requests that arrive together are not heard in one breath. */
  constructor(private readonly soon: (begin: () => void) => void) {}

  /** Answers, or throws, what `work` does; of those who ask by one key, whoever does must ask for the same. */
  run(key: string, work: () => Promise<T>): Promise<T> {
    const joined = this.gathering.get(key);
    if (joined) return joined;
    const turn = this.take(key, work, this.underWay.get(key) ?? new Promise<void>(this.soon));
    this.gathering.set(key, turn);
    return turn;
  }

  private async take(key: string, work: () => Promise<T>, before: Promise<unknown>): Promise<T> {
    try {
      await before;
    } catch (thrown) {
      if (isFault(thrown)) throw thrown;
    } finally {
      this.gathering.delete(key);
    }
    const answer = work();
    this.underWay.set(key, answer);
    try {
      return await answer;
    } finally {
      if (this.underWay.get(key) === answer) this.underWay.delete(key);
    }
  }
}

const isFault = (thrown: unknown) => !isFailure(thrown) || ERRORS[thrown.code].status >= 500;
