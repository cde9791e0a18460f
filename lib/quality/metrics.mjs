/** Prints the figures of this house beside their bars: `npm run figures`; with `-- --places` also where they are broken. */

import { cruiseTree } from "./boundaries.mjs";
import { readSources } from "./sources.mjs";
import { measure } from "./thresholds.mjs";

const figures = measure(readSources(process.cwd()), (await cruiseTree(process.cwd())).breaches);
const widths = [
  Math.max(...figures.map(({ name }) => name.length)),
  Math.max(...figures.map(({ ours }) => ours.length)),
];
for (const { name, ours, bar, holds, places } of figures) {
  process.stdout.write(
    `${holds ? "✓" : "✗"} ${name.padEnd(widths[0])}  ${ours.padStart(widths[1])}  ${bar}\n`,
  );
  if (!holds || process.argv.includes("--places")) {
    for (const place of places) process.stdout.write(`    ${place}\n`);
  }
}
if (figures.some(({ holds }) => !holds)) process.exitCode = 1;
