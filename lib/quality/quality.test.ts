/** Guarantee: this repository keeps the rules and the figures of the house; a breach fails the build. */
import { spawnSync } from "node:child_process";
import { beforeAll, expect, test } from "vitest";
import { BOUNDARIES, cruiseTree } from "./boundaries.mjs";
import { readWords, WORDS } from "./lint-rules.mjs";
import { readSources } from "./sources.mjs";
import { measure } from "./thresholds.mjs";

const ROOT = process.cwd();
const sources = readSources(ROOT);

type Breach = { rule: string; from: string; to: string };
const told = (breaches: Breach[], rule: string) =>
  breaches.filter((breach) => breach.rule === rule).map(({ from, to }) => `${from} → ${to}`);

const words = readWords(sources);
let read: Awaited<ReturnType<typeof cruiseTree>>;
beforeAll(async () => {
  read = await cruiseTree(ROOT);
});

test("every file of the house is read, so that green means kept", () => {
  const inFolders = sources.filter(({ file }) => file.includes("/"));
  expect(inFolders.length).toBeGreaterThan(200);
  expect(read.fileCount).toBeGreaterThanOrEqual(inFolders.length);
});

test.each(BOUNDARIES.map(({ name }) => name))("the boundary %s is kept", (rule) => {
  expect(told(read.breaches, String(rule))).toEqual([]);
});

test.each(WORDS.map(({ name }) => name))("the rule %s is kept", (rule) => {
  expect(told(words, rule)).toEqual([]);
});

test("every figure keeps its bar", () => {
  expect(measure(sources, read.breaches).filter(({ holds }) => !holds)).toEqual([]);
});

test("no file is unreached and no package is unused or missing from package.json", () => {
  const knip = ["node_modules/knip/bin/knip.js", "--no-progress", "--no-config-hints"];
  const kinds = "files,dependencies,unlisted,unresolved,binaries";
  const { stdout, stderr, status } = spawnSync(process.execPath, [...knip, "--include", kinds], {
    encoding: "utf8",
  });
  expect(`${stdout}${stderr}`.trim()).toBe("");
  expect(status).toBe(0);
});
