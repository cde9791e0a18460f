import type { Streams } from "../command";
import type { Sums } from "./sums";

const WIDTH = 30;
const REDRAW_MS = 200;
const LINE_MS = 5_000;

/** Shows how far a run is, on stderr, until it is told to stop: a bar on a screen, now and then a line elsewhere. */
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
  const tell = () => streams.err(`${state().words}\n`);
  const timer = setInterval(streams.drawable ? draw : tell, streams.drawable ? REDRAW_MS : LINE_MS);
  return () => {
    clearInterval(timer);
    if (!streams.drawable) return tell();
    draw();
    streams.err("\n");
  };
}
