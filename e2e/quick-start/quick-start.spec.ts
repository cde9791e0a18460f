// Guarantee: the README's quick start leads to a verified event in ten commands and without an edited file.
import { expect, test } from "@playwright/test";
import { listCommands, readQuickStart } from "./commands";
import { play } from "./play";
import { LINK_INSTALLATION } from "./repository";

test("the quick start has ten commands at most, and none opens an editor", () => {
  const { service, platform } = readQuickStart();
  const commands = [...listCommands(service), ...listCommands(platform)];
  expect(commands.length).toBeGreaterThan(4);
  expect(commands.length, commands.join("\n")).toBeLessThanOrEqual(10);
  expect(commands.filter((command) => /^(?:vi|vim|nano|code|sed|ed)\b/.test(command))).toEqual([]);
});

test("the commands of the quick start, run as they are printed, lead to the first verified event", async () => {
  // The packages and the built pages of the working tree replace `npm ci`, which `npm run quickstart` runs.
  test.setTimeout(180_000);
  const { service, platform } = readQuickStart();
  expect(listCommands(service)).toContain("npm ci");
  const linked = service.replace(/^npm ci$/m, LINK_INSTALLATION);
  await play({ service: linked, platform }, 90_000);
});
