/** One page: its `data`, its rows, and the query of the next page, if there is one. */
export interface Page<D, R> {
  data: D;
  rows: readonly R[];
  next: string | undefined;
}

/**
 * The pages of a list. `await` gives the `data` of the page that was asked for; `for await` gives each row of it and of
 * all pages after it. Each use sends its own requests, one at a time.
 */
export class Pages<D, R> implements PromiseLike<D>, AsyncIterable<R> {
  readonly #read: (next?: string) => Promise<Page<D, R>>;

  /** `read` reads the page of a query; without one, the page that was asked for. */
  constructor(read: (next?: string) => Promise<Page<D, R>>) {
    this.#read = read;
  }

  // biome-ignore lint/suspicious/noThenProperty: `await` works as for the other methods
  then<A = D, B = never>(
    onFulfilled?: ((data: D) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#read()
      .then(({ data }) => data)
      .then(onFulfilled, onRejected);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<R> {
    let page = await this.#read();
    for (;;) {
      yield* page.rows;
      if (page.next === undefined) return;
      page = await this.#read(page.next);
    }
  }
}

/** Returns the query of the page after this one, as `Link` gives it (RFC 8288); undefined on the last page. */
export function findNextQuery(headers: Headers): string | undefined {
  for (const link of headers.get("link")?.split(/,\s*(?=<)/) ?? []) {
    const [, target] = /^<([^>]*)>\s*;.*\brel="?next"?/.exec(link) ?? [];
    if (target !== undefined) return target.slice(target.indexOf("?"));
  }
  return undefined;
}
