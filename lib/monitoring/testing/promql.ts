import { parser } from "@prometheus-io/lezer-promql";
import { assertDefined } from "@/lib/core/errors/assert";

/** One series of a scrape. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Parses the text format of Prometheus. Throws if a line has another form, or its metric no help or type. */
export function parseScrape(text: string): Sample[] {
  const declared = new Set<string>();
  const samples: Sample[] = [];
  for (const line of text.split("\n").filter(Boolean)) {
    const declaration = /^# (?:HELP|TYPE) (\S+) \S/.exec(line);
    if (declaration) declared.add(declaration[1] ?? "");
    else samples.push(parseSample(line, declared));
  }
  return samples;
}

function parseSample(line: string, declared: ReadonlySet<string>): Sample {
  const [, name = "", labels = "", value = ""] =
    /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (-?[\d.e+-]+|NaN|Nan|\+Inf)$/.exec(line) ?? [];
  if (!name) throw new Error(`not a sample: ${line}`);
  if (!declared.has(name) && !declared.has(name.replace(/_(bucket|sum|count)$/, "")))
    throw new Error(`${name} has no help and type`);
  const pairs = [...labels.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, key = "", text = ""]) => [key, text]);
  return { name, labels: Object.fromEntries(pairs), value: Number(value.replace("+Inf", "Infinity")) };
}

type Vector = Sample[];
/** Two scrapes and the time between them: what `rate` and `increase` compare. */
export interface Scrapes {
  before: Sample[];
  after: Sample[];
  seconds: number;
}

/** A node of the parsed expression. */
interface Node {
  name: string;
  text: string;
  children: Node[];
}

/** Parses an expression with the grammar of Prometheus' own editor. Throws if it is not valid. */
function parseExpression(expression: string): Node {
  const stack: Node[] = [{ name: "", text: "", children: [] }];
  parser.parse(expression).iterate({
    enter: ({ name, from, to, type }) => {
      const text = expression.slice(from, to);
      if (type.isError) throw new Error(`${expression}: unexpected "${text}" at ${from}`);
      const node = { name, text, children: [] };
      stack.at(-1)?.children.push(node);
      stack.push(node);
    },
    leave: () => void stack.pop(),
  });
  return assertDefined(stack[0]?.children[0]?.children[0], "an expression has a root");
}

const find = (node: Node, name: string): Node[] => [
  ...(node.name === name ? [node] : []),
  ...node.children.flatMap((child) => find(child, name)),
];

/** Lists the metrics that an expression reads. */
export const metricsOf = (expression: string): string[] =>
  find(parseExpression(expression), "VectorSelector").map((node) => node.children[0]?.text ?? "");

/** Evaluates an expression over two scrapes, with the functions that the alerts use. An alert fires if the result is not empty. */
export function evaluate(expression: string, scrapes: Scrapes): Vector {
  const result = run(parseExpression(expression), scrapes);
  return typeof result === "number" ? [{ name: "", labels: {}, value: result }] : result;
}

function run(node: Node, scrapes: Scrapes): Vector | number {
  switch (node.name) {
    case "NumberDurationLiteral":
      return Number(node.text);
    case "ParenExpr":
      return run(assertDefined(node.children[0], "parentheses contain an expression"), scrapes);
    case "VectorSelector":
      return select(node, scrapes.after);
    case "AggregateExpr":
      return aggregate(node, scrapes);
    case "FunctionCall":
      return call(node, scrapes);
    case "BinaryExpr":
      return combine(node, scrapes);
    default:
      throw new Error(`${node.name} is not supported: ${node.text}`);
  }
}

function select(node: Node, samples: Sample[]): Vector {
  const matchers = find(node, "UnquotedLabelMatcher").map(({ children: [label, operator, value] }) => ({
    label: label?.text ?? "",
    operator: operator?.text ?? "",
    value: (value?.text ?? "").slice(1, -1),
  }));
  const accepts = (labels: Sample["labels"]) =>
    matchers.every(({ label, operator, value }) => {
      const text = labels[label] ?? "";
      const isEqual = operator.includes("~") ? new RegExp(`^(?:${value})$`).test(text) : text === value;
      return operator.startsWith("!") ? !isEqual : isEqual;
    });
  return samples.filter(({ name, labels }) => name === node.children[0]?.text && accepts(labels));
}

const keyOf = (labels: Sample["labels"]) => JSON.stringify(Object.entries(labels).toSorted());

const asVector = (value: Vector | number): Vector => {
  if (typeof value === "number") throw new Error("a vector is expected");
  return value;
};

function aggregate(node: Node, scrapes: Scrapes): Vector {
  const labels = find(assertDefined(node.children[1], "an aggregate has a body"), "LabelName");
  const by = node.children[1]?.name === "AggregateModifier" ? labels.map(({ text }) => text) : [];
  const body = assertDefined(node.children.at(-1)?.children[0], "an aggregate has an argument");
  const groups = new Map<string, Sample[]>();
  for (const sample of asVector(run(body, scrapes))) {
    const kept = Object.fromEntries(by.map((label) => [label, sample.labels[label] ?? ""]));
    groups.set(keyOf(kept), [
      ...(groups.get(keyOf(kept)) ?? []),
      { name: "", labels: kept, value: sample.value },
    ]);
  }
  const reduce = {
    sum: (values: number[]) => values.reduce((sum, value) => sum + value, 0),
    max: (values: number[]) => Math.max(...values),
    min: (values: number[]) => Math.min(...values),
  }[node.children[0]?.text ?? ""];
  if (!reduce) throw new Error(`${node.text}: not supported`);
  return [...groups.values()].map((group) => ({
    name: "",
    labels: group[0]?.labels ?? {},
    value: reduce(group.map(({ value }) => value)),
  }));
}

function call(node: Node, scrapes: Scrapes): Vector {
  const [name, body] = node.children;
  const [first, second] = body?.children ?? [];
  const given = assertDefined(first, "a function has an argument");
  switch (name?.text) {
    case "absent":
      return asVector(run(given, scrapes)).length === 0 ? [{ name: "", labels: {}, value: 1 }] : [];
    case "increase":
      return increase(given, scrapes);
    case "rate":
      return increase(given, scrapes).map((one) => ({ ...one, value: one.value / scrapes.seconds }));
    case "histogram_quantile":
      return quantile(
        Number(given.text),
        asVector(run(assertDefined(second, "a quantile has a vector"), scrapes)),
      );
    default:
      throw new Error(`${node.text}: not supported`);
  }
}

function increase(matrix: Node, { before, after }: Scrapes): Vector {
  const selector = assertDefined(matrix.children[0], "a range has a selector");
  const earlier = new Map(select(selector, before).map(({ labels, value }) => [keyOf(labels), value]));
  return select(selector, after).flatMap(({ labels, value }) => {
    const from = earlier.get(keyOf(labels));
    // As in Prometheus, a series that begins between the two scrapes has no increase.
    return from === undefined ? [] : [{ name: "", labels, value: value - from }];
  });
}

/** Interpolates within the bucket that contains the quantile, as Prometheus does. */
function quantile(share: number, buckets: Vector): Vector {
  const sorted = buckets
    .map(({ labels, value }) => ({ le: Number((labels.le ?? "").replace("+Inf", "Infinity")), value }))
    .toSorted((a, b) => a.le - b.le);
  const rank = share * (sorted.at(-1)?.value ?? 0);
  const index = sorted.findIndex(({ value }) => value >= rank);
  const bucket = sorted[index];
  if (!bucket || rank === 0) return [];
  const from = sorted[index - 1] ?? { le: 0, value: 0 };
  const value = Number.isFinite(bucket.le)
    ? from.le + ((bucket.le - from.le) * (rank - from.value)) / (bucket.value - from.value)
    : from.le;
  return [{ name: "", labels: {}, value }];
}

const COMPARE: Record<string, (a: number, b: number) => boolean> = {
  ">": (a, b) => a > b,
  "<": (a, b) => a < b,
  "==": (a, b) => a === b,
};

function combine(node: Node, scrapes: Scrapes): Vector {
  const [left, operator, right] = node.children;
  const vector = asVector(run(assertDefined(left, "left side"), scrapes));
  const other = run(assertDefined(right, "right side"), scrapes);
  const byLabels =
    typeof other === "number" ? undefined : new Map(other.map(({ labels, value }) => [keyOf(labels), value]));
  const compare = COMPARE[operator?.text ?? ""];
  return vector.flatMap(({ labels, value }) => {
    const operand = typeof other === "number" ? other : byLabels?.get(keyOf(labels));
    if (operand === undefined) return [];
    if (compare) return compare(value, operand) ? [{ name: "", labels, value }] : [];
    if (operator?.text !== "/") throw new Error(`${node.text}: not supported`);
    return [{ name: "", labels, value: value / operand }];
  });
}
