import type { Streams } from "../command";
import type { Sums } from "./sums";

const WIDTH = 30;
const REDRAW_MS = 200;
const LINE_MS = 5_000;

/**
 * Shows a run's progress on stderr until the returned function is called: a bar on a terminal, otherwise occasional
 * lines.
 */
export function showProgress(streams: Streams, count: number, sums: Sums): () => void {
  const state = () => {
    const share = sums.acknowledged / count;
    const again = sums.attempts - sums.sent;
    return {
      share,
      words: `${sums.acknowledged} of ${count} acknowledged${again > 0 ? `, ${again} sent again` : ""}`,
    };
  };
  const draw = () => {
    const { share, words } = state();
    const full = Math.round(share * WIDTH);
    const bar = "█".repeat(full) + "░".repeat(WIDTH - full);
    streams.err(`\r\u001b[2K${bar} ${Math.floor(share * 100)} %  ${words}`);
  };
  const writeLine = () => streams.err(`${state().words}\n`);
  const timer = setInterval(streams.isTerminal ? draw : writeLine, streams.isTerminal ? REDRAW_MS : LINE_MS);
  return () => {
    clearInterval(timer);
    if (!streams.isTerminal) return writeLine();
    draw();
    streams.err("\n");
  };
}
