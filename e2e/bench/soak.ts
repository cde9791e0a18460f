import { parseArgs } from "node:util";
import { withDatabase } from "@/lib/launch/database";
import { requireNoDifference } from "./ground";
import { soak } from "./parts/soak";
import { markdownOf } from "./report";

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, rate: { type: "string", default: "200" } },
});

await withDatabase(async () => {
  const finding = await soak({ minutes: Number(values.minutes), perSecond: Number(values.rate) });
  process.stdout.write(`${markdownOf(finding)}\n\n${await requireNoDifference()}\n`);
});
