import { parseArgs } from "node:util";
import { runMeasurement } from "./main";
import { soak } from "./parts/soak";
import { toMarkdown } from "./report";

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, rate: { type: "string", default: "200" } },
});

await runMeasurement(async () => {
  const finding = await soak({ minutes: Number(values.minutes), perSecond: Number(values.rate) });
  process.stdout.write(`${toMarkdown(finding)}\n\n`);
});
