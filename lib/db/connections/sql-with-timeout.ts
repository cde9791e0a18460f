import type postgres from "postgres";
import type { Types } from "../types";
import type { SharedConnection, StatementPool } from "./statement-pool";

type Sql = postgres.ISql<Types>;
/** Starts an operation that settles through one of the two callbacks. */
export type StartOperation<T> = (resolve: (value: T) => void, reject: (thrown: unknown) => void) => void;
/** Starts a statement and waits for its result, with a time limit. */
type Run = (start: StartOperation<unknown>) => Promise<unknown>;

/**
 * Creates an `sql` tag over a statement pool whose statements are run by `run`. As in postgres.js, a statement is
 * sent when it is first awaited; fragments are never sent and can be embedded unchanged.
 */
export function sqlWithTimeout(pool: StatementPool, run: Run): Sql {
  const tag = (...args: unknown[]) => {
    const connection = pool.leastBusy();
    return runWith(run, connection, Reflect.apply(asFunction(connection.client), undefined, args));
  };
  const unsafe = (...args: unknown[]) => {
    const connection = pool.leastBusy();
    return runWith(run, connection, Reflect.apply(asFunction(connection.client.unsafe), undefined, args));
  };
  return asSql(Object.assign(tag, pool.leastBusy().client, { unsafe }));
}

/** Makes a statement settle with the result of `run`. Other values are returned unchanged. */
function runWith(run: Run, connection: SharedConnection, value: unknown): unknown {
  if (!isStatement(value)) return value;
  const send = value.then.bind(value);
  let result: Promise<unknown> | undefined;
  const wait = () => {
    if (result) return result;
    connection.inFlight++;
    result = run(send).finally(() => connection.inFlight--);
    return result;
  };
  // Constants first: V8 allocates a function expression that is assigned to a property in the old generation, and what it refers
  // to, here the statement and its result, would survive all minor garbage collections.
  const onThen: typeof value.then = (onEnd, onFailure) => wait().then(onEnd, onFailure);
  const onCatch: typeof value.catch = (onFailure) => wait().catch(onFailure);
  const onFinally: typeof value.finally = (onEnd) => wait().finally(onEnd);
  // The methods are replaced on the statement itself, because postgres.js identifies a fragment by its class.
  // biome-ignore lint/suspicious/noThenProperty: the statement is a promise whose methods are overridden.
  value.then = onThen;
  value.catch = onCatch;
  value.finally = onFinally;
  return value;
}

/**
 * Returns whether a value is a statement: in postgres.js statements are promises, identifiers and value lists are
 * not.
 */
function isStatement(value: unknown): value is Promise<unknown> {
  return value instanceof Promise;
}

/** Casts a value that postgres.js types as callable only by overloads. */
const asFunction = (callable: unknown) => callable as (...args: unknown[]) => unknown;
/** Casts a function that has the members of an `sql` tag. */
const asSql = (tag: unknown) => tag as Sql;
