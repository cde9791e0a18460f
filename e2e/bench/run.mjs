import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

process.chdir(path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../.."));
const dataDir = mkdtempSync(path.join(os.tmpdir(), "takings-bench-"));
const node = (...args) => {
  const { status } = spawnSync(process.execPath, args, {
    stdio: "inherit",
    env: { ...process.env, DATA_DIR: dataDir },
  });
  if (status !== 0) process.exitCode = status ?? 1;
  return status === 0;
};

try {
  await build({
    entryPoints: ["e2e/bench/bench.ts", "e2e/bench/floors.ts"],
    outdir: "dist/bench",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
  });
  const ready =
    node("lib/launch/build.mjs") && node("node_modules/next/dist/bin/next", "build", "e2e/bench/next-floor");
  if (ready) node("dist/bench/bench.mjs", ...process.argv.slice(2));
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
