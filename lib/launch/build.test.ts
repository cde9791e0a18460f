import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Program, runProgram } from "@/lib/testing/program";

const ENTRY = "lib/launch/main.ts";
let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "takings-build-"));
  for (const folder of ["lib/launch", "lib/exports/worker"])
    mkdirSync(path.join(root, folder), { recursive: true });
  for (const name of ["build.mjs", "lock.mjs"]) {
    cpSync(path.resolve("lib/launch", name), path.join(root, "lib/launch", name));
  }
  symlinkSync(path.resolve("node_modules"), path.join(root, "node_modules"));
  write("package.json", JSON.stringify({ type: "module" }));
  write("tsconfig.json", JSON.stringify({ compilerOptions: { paths: { "@/*": ["./*"] } } }));
  write("lib/greeting.ts", `export const greeting: string = "first";`);
  write(
    ENTRY,
    `import { greeting } from "@/lib/greeting";\nimport pino from "pino";\nconsole.log(greeting, typeof pino);`,
  );
  write("lib/exports/worker/main.ts", "");
  write("build-it.mjs", `import { buildServer } from "./lib/launch/build.mjs"; await buildServer();`);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (name: string, content: string) => writeFileSync(path.join(root, name), content);
const bundled = () => readFileSync(path.join(root, "dist/server.mjs"), "utf8");
const startBuild = (): Program => runProgram(path.join(root, "build-it.mjs"), [], {});
const build = async () => expect(await startBuild().finish()).toBe(0);

test("a missing bundle is built from our sources, with packages external", async () => {
  await build();
  expect(bundled()).toContain(`greeting = "first"`);
  expect(bundled()).toMatch(/from "pino"/);
});

test("a bundle is rebuilt only if its sources have changed", async () => {
  await build();
  write("dist/server.mjs", "untouched");
  write("lib/greeting.test.ts", "a test is no input");
  await build();
  expect(bundled()).toBe("untouched");
  write("lib/greeting.ts", `export const greeting: string = "second";`);
  await build();
  expect(bundled()).toContain(`greeting = "second"`);
});

test("a change of a dependency's version makes the bundle stale", async () => {
  await build();
  write("dist/server.mjs", "untouched");
  write("package-lock.json", "{}");
  await build();
  expect(bundled()).not.toBe("untouched");
});

test("a failed build leaves the bundle stale", async () => {
  await build();
  write("lib/greeting.ts", "export const greeting = ;");
  expect(await startBuild().finish()).toBe(1);
  expect(await startBuild().finish()).toBe(1);
});

test("concurrent builds all succeed with a complete bundle", async () => {
  const builds = [startBuild(), startBuild(), startBuild()];
  expect(await Promise.all(builds.map((one) => one.finish()))).toEqual([0, 0, 0]);
  expect(bundled()).toContain(`greeting = "first"`);
});

test("the lock of a killed process is released at once", async () => {
  write(
    "hold-it.mjs",
    `import { withLock } from "./lib/launch/lock.mjs";
     await withLock("${root}/dist/locks/server", () => { console.log("held"); return new Promise(() => setInterval(() => {}, 1000)); });`,
  );
  const holder = runProgram(path.join(root, "hold-it.mjs"), [], {});
  await holder.waitForOutput("held");
  const waiting = startBuild();
  await expect(Promise.race([waiting.finish().then(() => "built"), pause(700)])).resolves.toBe("waiting");
  await holder.kill("SIGKILL");
  expect(await waiting.finish()).toBe(0);
});

const pause = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs, "waiting"));
