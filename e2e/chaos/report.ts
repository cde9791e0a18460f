import type { Violation } from "./checks";
import type { Outcome } from "./experiment";

const SHOWN = 8;

const HEAD = [
  "| fault | rounds | notifications sent | acknowledged | 503s | lost | events | duplicated bodies or ids | longest start, s | longest recovery, s | `verify` differences | violations |",
  "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
];

/** Formats the run's table and, below it, the evidence of every violation, as Markdown. */
export function report(outcomes: readonly Outcome[], run: { seed: number; minutes: number }): string {
  const notes = outcomes.filter(({ note }) => note).map(({ fault, note }) => `- ${fault.name}: ${note}`);
  const evidence = outcomes.filter(({ violations }) => violations.length > 0).flatMap(evidenceOf);
  const verdict =
    evidence.length === 0
      ? "No promise was broken."
      : `**${outcomes.reduce((sum, { violations }) => sum + violations.length, 0)} violations.**`;
  return [
    ...HEAD,
    ...outcomes.map(rowOf),
    "",
    `${verdict} Seed ${run.seed}, ${run.minutes.toFixed(1)} minutes.`,
    ...(notes.length > 0 ? ["", ...notes] : []),
    ...evidence,
    "",
  ].join("\n");
}

function rowOf(outcome: Outcome): string {
  const { fault, skipped, violations } = outcome;
  if (skipped) return `| ${fault.title} | skipped: ${skipped} |${" |".repeat(10)}`;
  const count = (...checks: string[]) => violations.filter(({ check }) => checks.includes(check)).length;
  const seconds = (ms: number) => (Number.isFinite(ms) ? (ms / 1000).toFixed(1) : "never");
  const cells = [
    fault.title,
    outcome.rounds,
    outcome.sent,
    outcome.acknowledged,
    outcome.unavailable,
    count("lost", "unexpected status", "not exactly one event", "undelivered"),
    outcome.events,
    count("doubled body", "doubled id"),
    seconds(outcome.worstReadyMs),
    seconds(outcome.worstRecoveryMs),
    outcome.differences,
    violations.length,
  ];
  return `| ${cells.join(" | ")} |`;
}

function evidenceOf({ fault, violations }: Outcome): string[] {
  const kinds = new Map<string, Violation[]>();
  for (const one of violations) kinds.set(one.check, [...(kinds.get(one.check) ?? []), one]);
  const lines = [...kinds].flatMap(([check, found]) => [
    `- ${check} × ${found.length}`,
    ...found.slice(0, SHOWN).map(({ evidence }) => `  - ${evidence}`),
    ...(found.length > SHOWN ? [`  - … and ${found.length - SHOWN} more`] : []),
  ]);
  return ["", `### ${fault.name}`, "", ...lines];
}
