import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

process.chdir(path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../.."));
const [program = "bench", ...given] = process.argv.slice(2);
const dataDir = mkdtempSync(path.join(os.tmpdir(), "takings-bench-"));
// If this runs as root, the database's user must be able to enter the folder; otherwise its data are placed in
// /var/lib.
chmodSync(dataDir, 0o755);
/**
 * Runs a program to its end. Ctrl-C reaches the whole process group; a SIGTERM is passed on. The data folder is
 * removed last.
 *
 * @param {string[]} args
 * @returns {Promise<boolean>} whether it exited with 0
 */
function node(...args) {
  const child = spawn(process.execPath, args, {
    stdio: "inherit",
    env: { ...process.env, DATA_DIR: dataDir },
  });
  const passOn = () => child.kill("SIGTERM");
  process.on("SIGTERM", passOn);
  return new Promise((resolve) => {
    child.once("close", (code) => {
      process.off("SIGTERM", passOn);
      if (code !== 0) process.exitCode = code ?? 1;
      resolve(code === 0);
    });
  });
}

process.on("SIGINT", () => undefined);
try {
  await build({
    entryPoints: [
      "bench.ts",
      "soak.ts",
      "baselines/floors.ts",
      "baselines/fastify.ts",
      "baselines/probe.ts",
    ].map((file) => `e2e/bench/${file}`),
    outdir: "dist/bench",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
  });
  if (await node("lib/launch/build.mjs")) await node(`dist/bench/${program}.mjs`, ...given);
} finally {
  const cluster = path.join(dataDir, "cluster.json");
  const { directory } = existsSync(cluster) ? JSON.parse(readFileSync(cluster, "utf8")) : {};
  for (const folder of [directory, dataDir].filter(Boolean)) rmSync(folder, { recursive: true, force: true });
}
