import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

process.chdir(path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../.."));
const folder = mkdtempSync(path.join(os.tmpdir(), "takings-drill-"));
// If this runs as root, the database's user must be able to enter the folder.
chmodSync(folder, 0o755);
/** @param {...string} args */
const node = (...args) => {
  const env = { ...process.env, DRILL_FOLDER: folder };
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit", env });
  process.exitCode = status ?? 1;
  return status === 0;
};

await build({
  entryPoints: ["e2e/backup/drill.ts"],
  outfile: "dist/backup/drill.mjs",
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
});
const isWell = node("lib/launch/build.mjs") && node("dist/backup/drill.mjs", ...process.argv.slice(2));
if (isWell) rmSync(folder, { recursive: true, force: true });
else process.stderr.write(`The services' logs, their data and the backups are in ${folder}\n`);
