import type { PendingQuery, Row } from "postgres";
import { type Db, dbOf } from "./connections/work";

/** Stands for a value that the statement gets at each execution. */
class Placeholder {
  constructor(readonly name: string) {}
}

/** A part of a statement's text, with the values between its strings. */
class Fragment {
  constructor(
    readonly strings: readonly string[],
    readonly values: readonly unknown[] = [],
  ) {}
}

/**
 * A statement whose text is composed once, and which is executed with other values each time. postgres.js composes a text at
 * each execution, and each of its fragments is a promise: for a statement of fifty fragments, garbage whose collection stops
 * the process for longer than the statement takes.
 */
export class PreparedStatement<Values extends object> {
  private readonly text: string;
  private readonly parameters: unknown[] = [];

  /**
   * `compose` returns the statement. Its tag accepts values, fragments, names (`sql("column")`) and `sql.unsafe(text)`; its
   * `values` are placeholders, which it may only embed.
   */
  constructor(compose: (db: Db, values: Values) => PendingQuery<Row[]>) {
    this.text = this.append(compose(dbOf(asSql(tag)), placeholders<Values>()));
  }

  /** Executes the statement when it is awaited. */
  execute<Result extends Row[]>({ sql }: Db, values: Values): PendingQuery<Result> {
    const given = new Map<string, unknown>(Object.entries(values));
    const parameters = this.parameters.map((value) =>
      value instanceof Placeholder ? given.get(value.name) : value,
    );
    return sql.unsafe<Result>(this.text, asParameters(parameters), { prepare: true });
  }

  /** Returns the text of a value, and adds the parameters that it contains. */
  private append(value: unknown): string {
    if (!(value instanceof Fragment)) return `$${this.parameters.push(value)}`;
    const rest = value.values.map((one, at) => this.append(one) + value.strings[at + 1]);
    return value.strings[0] + rest.join("");
  }
}

/** Creates a fragment from a template, or from a name. */
const tag = Object.assign(
  (first: readonly string[] | string, ...values: unknown[]) =>
    typeof first === "string" ? new Fragment([quoteName(first)]) : new Fragment(first, values),
  { unsafe: (text: string) => new Fragment([text]) },
);

const quoteName = (name: string) => `"${name.replaceAll('"', '""').replaceAll(".", '"."')}"`;

const placeholders = <Values extends object>() =>
  new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as Values;
/** Casts the tag, whose fragments are no promises: they are embedded only. */
const asSql = (callable: unknown) => callable as Db["sql"];
/** Casts values that have the types of the tag's. */
const asParameters = (values: unknown[]) => values as Parameters<Db["sql"]["unsafe"]>[1];
