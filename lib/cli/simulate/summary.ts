import { formatKobo } from "@/lib/core/money";
import type { Outcome } from "../command";
import type { Mismatch, Sums } from "./sums";

interface Run {
  sessionId: string;
  provider: string;
  scenario: string;
  seed: number;
  seconds: number;
}

interface Verdict {
  unacknowledged: number;
  differences: Mismatch[];
}

const formatVolumes = (volumes: Sums["byChannel"]) =>
  Object.fromEntries(
    [...volumes].sort().map(([key, { count, total }]) => [key, { count, total: formatKobo(total) }]),
  );

/** Summarises what a run sent and whether the service recorded exactly that; exit code 1 if it did not. */
export function summary(run: Run, sums: Sums, { unacknowledged, differences }: Verdict): Outcome {
  const data = {
    ...run,
    sent: sums.sent,
    acknowledged: sums.acknowledged,
    unacknowledged,
    sentAgain: sums.attempts - sums.sent,
    total: formatKobo(sums.total),
    byChannel: formatVolumes(sums.byChannel),
    byTerminal: formatVolumes(sums.byTerminal),
    latencyMs: { p50: sums.latencyMs(0.5), p99: sums.latencyMs(0.99) },
    matches: differences.length === 0,
    differences,
  };
  return { data, text: formatSummary(data), exitCode: data.matches && unacknowledged === 0 ? 0 : 1 };
}

interface SummaryData extends Run {
  sent: number;
  acknowledged: number;
  unacknowledged: number;
  sentAgain: number;
  total: string;
  byChannel: ReturnType<typeof formatVolumes>;
  latencyMs: { p50: number | null; p99: number | null };
  differences: Mismatch[];
}

function formatSummary(data: SummaryData): string {
  const lines: [string, string][] = [
    ["Session", data.sessionId],
    ["Bank, scenario, seed", `${data.provider}, ${data.scenario}, ${data.seed}`],
    ["Sent", `${data.sent} in ${data.seconds} s, ${data.sentAgain} sent again`],
    ["Acknowledged", `${data.acknowledged}, ${data.total} naira`],
    ...Object.entries(data.byChannel).map(([channel, { count, total }]): [string, string] => [
      `  ${channel}`,
      `${count}, ${total}`,
    ]),
    ["Latency", `p50 ${data.latencyMs.p50} ms, p99 ${data.latencyMs.p99} ms`],
  ];
  if (data.unacknowledged > 0) lines.push(["Never acknowledged", String(data.unacknowledged)]);
  const verdict = data.differences.map(
    ({ what, sent, recorded }) => `DIFFERENCE ${what}: sent ${sent}; recorded ${recorded}`,
  );
  if (verdict.length === 0) verdict.push("The service recorded the same, to the kobo.");
  return [...lines.map(([name, value]) => `${name.padEnd(22)}${value}`), ...verdict].join("\n");
}
