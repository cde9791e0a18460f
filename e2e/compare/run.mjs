import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

process.chdir(path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../.."));
const [program, ...rest] = process.argv.slice(2);
const isMatching = program === "matching";
await build({
  entryPoints: ["e2e/compare/compare.ts", "e2e/compare/matching.ts"],
  outdir: "dist/compare",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
});
/** @param {string[]} args */
const node = (...args) => {
  process.exitCode = spawnSync(process.execPath, args, { stdio: "inherit" }).status ?? 1;
  return process.exitCode === 0;
};
if (node("lib/launch/build.mjs"))
  isMatching
    ? node("dist/compare/matching.mjs", ...rest)
    : node("dist/compare/compare.mjs", ...process.argv.slice(2));
