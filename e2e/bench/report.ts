/** One measured requirement of the project. */
export interface Threshold {
  what: string;
  measured: string;
  required: string;
  isMet: boolean;
}

/** The result of one part of the bench. */
export interface PartResult {
  title: string;
  head: string[];
  rows: (string | number)[][];
  bars: Threshold[];
}

/** Formats a number with three significant digits, as an integer from a hundred on. */
export function formatNumber(value: number): string {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}

/** A threshold that a metric must reach. */
export function atLeast(what: string, value: number, required: number, unit = ""): Threshold {
  const isMet = value >= required;
  return { what, measured: `${formatNumber(value)}${unit}`, required: `≥ ${required}${unit}`, isMet };
}

/** A threshold that a metric must not exceed. */
export function atMost(what: string, value: number, required: number, unit = ""): Threshold {
  const isMet = value <= required;
  return { what, measured: `${formatNumber(value)}${unit}`, required: `≤ ${required}${unit}`, isMet };
}

function table(head: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) =>
    `| ${cells.map((cell) => (typeof cell === "number" ? formatNumber(cell) : cell)).join(" | ")} |`;
  const rule = head.map((_, index) => (index === 0 ? "---" : "---:"));
  return [line(head), `|${rule.join("|")}|`, ...rows.map(line)].join("\n");
}

/** Formats a part as Markdown: its metrics, then its thresholds. */
export function toMarkdown({ title, head, rows, bars }: PartResult): string {
  const verdicts = bars.map(({ what, measured, required, isMet }) => [
    what,
    measured,
    required,
    isMet ? "met" : "**missed**",
  ]);
  const parts = [`### ${title}`, table(head, rows)];
  if (bars.length > 0) parts.push(table(["threshold", "measured", "required", ""], verdicts));
  return parts.join("\n\n");
}

/** Writes a run's progress to stderr. */
export function logProgress(text: string): void {
  process.stderr.write(`${text}\n`);
}
