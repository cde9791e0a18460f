import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

// Builds another commit beside this checkout, and upgrades from it to this one under load.
process.chdir(path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../.."));
const { values } = parseArgs({
  options: {
    from: { type: "string", default: "HEAD~1" },
    rate: { type: "string", default: "100" },
    seconds: { type: "string", default: "20" },
  },
});
// Beside this checkout: hard links do not cross file systems.
const folder = mkdtempSync(path.join(path.resolve(".."), "takings-upgrade-"));
// If this runs as root, the database's user must be able to enter the folder.
chmodSync(folder, 0o755);
const before = path.join(folder, "before");

/** Extracts the other commit, with the packages of this checkout as hard links. */
function checkOut() {
  mkdirSync(before);
  const files = execFileSync("git", ["archive", values.from], { maxBuffer: 1_073_741_824 });
  execFileSync("tar", ["-x", "-C", before], { input: files });
  execFileSync("cp", ["-al", "node_modules", path.join(before, "node_modules")]);
}

/** @param {string} cwd @param {string[]} args */
function node(cwd, ...args) {
  const env = {
    ...process.env,
    UPGRADE_FOLDER: folder,
    UPGRADE_RATE: values.rate,
    UPGRADE_SECONDS: values.seconds,
  };
  const { status } = spawnSync(process.execPath, args, { cwd, stdio: "inherit", env });
  process.exitCode = status ?? 1;
  return status === 0;
}

try {
  checkOut();
  await build({
    entryPoints: ["e2e/upgrade/upgrade.ts"],
    outfile: "dist/upgrade/upgrade.mjs",
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
  });
  const isBuilt = node(before, "lib/launch/build.mjs") && node(".", "lib/launch/build.mjs");
  if (isBuilt) node(".", "dist/upgrade/upgrade.mjs");
} finally {
  if (process.exitCode === 0) rmSync(folder, { recursive: true, force: true });
  else process.stderr.write(`The services' logs and their data are in ${folder}\n`);
}
