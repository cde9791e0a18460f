/** One promise of the project, measured. */
export interface Bar {
  what: string;
  measured: string;
  required: string;
  holds: boolean;
}

/** What one part of the bench found. */
export interface Finding {
  title: string;
  head: string[];
  rows: (string | number)[][];
  bars: Bar[];
}

/** A number to three significant digits, whole from a hundred on. */
export function figure(value: number): string {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}

/** A bar that a figure must reach. */
export function atLeast(what: string, value: number, required: number, unit = ""): Bar {
  const holds = value >= required;
  return { what, measured: `${figure(value)}${unit}`, required: `≥ ${required}${unit}`, holds };
}

/** A bar that a figure must not pass. */
export function atMost(what: string, value: number, required: number, unit = ""): Bar {
  const holds = value <= required;
  return { what, measured: `${figure(value)}${unit}`, required: `≤ ${required}${unit}`, holds };
}

function table(head: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) =>
    `| ${cells.map((cell) => (typeof cell === "number" ? figure(cell) : cell)).join(" | ")} |`;
  const rule = head.map((_, index) => (index === 0 ? "---" : "---:"));
  return [line(head), `|${rule.join("|")}|`, ...rows.map(line)].join("\n");
}

/** A part as Markdown: its figures, then its bars. */
export function markdownOf({ title, head, rows, bars }: Finding): string {
  const verdicts = bars.map(({ what, measured, required, holds }) => [
    what,
    measured,
    required,
    holds ? "held" : "**missed**",
  ]);
  const parts = [`### ${title}`, table(head, rows)];
  if (bars.length > 0) parts.push(table(["bar", "measured", "required", ""], verdicts));
  return parts.join("\n\n");
}

/** Says on stderr how far a run is. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
