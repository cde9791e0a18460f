/** Prints the metrics beside their thresholds (`npm run metrics`); `-- --locations` lists the locations of all. */

import { checkImports } from "./boundaries.mjs";
import { readSources } from "./sources.mjs";
import { computeMetrics } from "./thresholds.mjs";

const root = process.cwd();
const metrics = computeMetrics(readSources(root), await checkImports(root));
const widths = [
  Math.max(...metrics.map(({ name }) => name.length)),
  Math.max(...metrics.map(({ value }) => value.length)),
];
for (const { name, value, threshold, isMet, locations } of metrics) {
  process.stdout.write(
    `${isMet ? "✓" : "✗"} ${name.padEnd(widths[0])}  ${value.padStart(widths[1])}  ${threshold}\n`,
  );
  if (!isMet || process.argv.includes("--locations")) {
    for (const location of locations) process.stdout.write(`    ${location}\n`);
  }
}
if (metrics.some(({ isMet }) => !isMet)) process.exitCode = 1;
