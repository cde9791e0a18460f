import type postgres from "postgres";
import type { SharedConnection, StatementPool } from "./statement-pool";
import type { Types } from "./types";

type Sql = postgres.ISql<Types>;
/** Starts a piece of work, which tells its end to one of the two. */
export type Start<T> = (resolve: (value: T) => void, reject: (thrown: unknown) => void) => void;
/** Starts a statement, and waits for its end no longer than may be. */
type Run = (start: Start<unknown>) => Promise<unknown>;

/**
 * An `sql` over single connections, whose statements are sent by `run`. A statement is sent when it is first awaited,
 * as ever; fragments never are, and go into others as they came.
 */
export function sqlWithTimeout(singles: StatementPool, run: Run): Sql {
  const make = (...given: unknown[]) => {
    const single = singles.take();
    return bound(Reflect.apply(asFunction(single.client), undefined, given), single, run);
  };
  const unsafe = (...given: unknown[]) => {
    const single = singles.take();
    return bound(Reflect.apply(asFunction(single.client.unsafe), undefined, given), single, run);
  };
  return asSql(Object.assign(make, singles.take().client, { unsafe }));
}

/** Has a statement's waiters wait for what `run` makes of it. Whatever is no statement comes back as it is. */
function bound(made: unknown, single: SharedConnection, run: Run): unknown {
  if (!isStatement(made)) return made;
  const send = made.then.bind(made);
  let end: Promise<unknown> | undefined;
  const wait = () => {
    if (end) return end;
    single.underWay++;
    end = run(send).finally(() => single.underWay--);
    return end;
  };
  // Set on the very statement, for postgres.js knows a fragment by its class.
  // biome-ignore lint/suspicious/noThenProperty: it is a promise already, and is to wait otherwise.
  made.then = (onEnd, onFailure) => wait().then(onEnd, onFailure);
  made.catch = (onFailure) => wait().catch(onFailure);
  made.finally = (onEnd) => wait().finally(onEnd);
  return made;
}

/** A statement of postgres.js is a promise of its own kind; identifiers and lists of values are none. */
function isStatement(made: unknown): made is Promise<unknown> {
  return made instanceof Promise;
}

/** What is callable in postgres.js' types by overloads only. */
const asFunction = (callable: unknown) => callable as (...given: unknown[]) => unknown;
/** Made of the members of one, and called as one. */
const asSql = (made: unknown) => made as Sql;
