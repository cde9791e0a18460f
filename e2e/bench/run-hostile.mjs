import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

process.chdir(path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../.."));
process.env.DATA_DIR = path.join(os.tmpdir(), "takings-hostile-none");
process.env.MONNIFY_SECRET_KEY = "a secret that signs nothing";
await build({
  entryPoints: ["e2e/bench/hostile.ts"],
  outfile: "dist/bench/hostile.mjs",
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
});
const { hostile } = await import(path.resolve("dist/bench/hostile.mjs"));
const reports = await hostile();
console.log("| who | memory +, MB | slowest, ms | outcome | |\n|---|---:|---:|---|---|");
for (const { name, ok, figures } of reports) {
  const { memoryMb, slowestMs, others } = figures;
  console.log(`| ${name} | ${memoryMb} | ${slowestMs} | ${others} | ${ok ? "held" : "**not held**"} |`);
}
process.exit(reports.every(({ ok }) => ok) ? 0 : 1);
