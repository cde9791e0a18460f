import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { withLock, writeAtomically } from "./lock.mjs";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const LOCKS = path.join(ROOT, "dist", "locks");
const SHARED_INPUTS = ["lib", "package.json", "package-lock.json", "tsconfig.json"];
const NOT_BUILT_FROM = /(^|\/)(testing|house|fixtures)(\/|$)|\.test\.tsx?$/;

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(
  /** @type {(content: Buffer, options: object, done: (error: Error | null, packed: Buffer) => void) => void} */ (
    gzip
  ),
);

/** @typedef {{ name: string, inputs: string[], skips: RegExp, result: string, stamp: string }} Target */

/** @type {{ server: Target, takings: Target, pages: Target }} */
const TARGETS = {
  server: {
    name: "server",
    inputs: [...SHARED_INPUTS, "app", "drizzle"],
    skips: /^app\/(?!v1)|^drizzle\/migrations/,
    result: "dist/server.mjs",
    stamp: "dist/server.stamp",
  },
  takings: {
    name: "takings",
    inputs: [...SHARED_INPUTS, "app", "drizzle"],
    skips: /^app\/(?!v1)|^drizzle\/migrations/,
    result: "dist/takings.mjs",
    stamp: "dist/takings.stamp",
  },
  pages: {
    name: "pages",
    inputs: [
      ...[...SHARED_INPUTS, "app", "components", "public", "proxy.ts", "instrumentation.ts"],
      ...["next.config.mjs", "postcss.config.mjs", "tailwind.config.ts"],
    ],
    skips: /^lib\/(launch|cli|door)\//,
    result: ".next/BUILD_ID",
    stamp: ".next/takings.stamp",
  },
};

/** @param {string} name @returns {string[]} paths of files from the root, in one order on every machine */
function filesUnder(name) {
  if (!existsSync(path.join(ROOT, name))) return [];
  if (path.extname(name) !== "") return [name];
  return readdirSync(path.join(ROOT, name), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .sort();
}

/** @param {Target} target */
function contentHash(target) {
  const hash = createHash("sha256");
  for (const file of target.inputs.flatMap(filesUnder)) {
    if (NOT_BUILT_FROM.test(file) || target.skips.test(file)) continue;
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(path.join(ROOT, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

/**
 * Whether a part has to be built before it can run: it is not there, or its sources are not those it was built from.
 *
 * @param {"server" | "takings" | "pages"} name
 */
export function isStale(name) {
  const target = TARGETS[name];
  const stamp = path.join(ROOT, target.stamp);
  if (!existsSync(path.join(ROOT, target.result)) || !existsSync(stamp)) return true;
  return readFileSync(stamp, "utf8") !== contentHash(target);
}

/**
 * Builds a part where it is stale, one process at a time. The stamp goes first and comes last, so that a build cut
 * short is no build.
 *
 * @param {"server" | "takings" | "pages"} name
 * @param {(lock: { handOver(pid: number): void }) => Promise<void>} build
 */
async function ensure(name, build) {
  if (!isStale(name)) return;
  await withLock(path.join(LOCKS, name), async (lock) => {
    await generateRoutes();
    if (!isStale(name)) return;
    const stamp = path.join(ROOT, TARGETS[name].stamp);
    rmSync(stamp, { force: true });
    // Taken before: what changes while the build runs makes it stale again.
    const hash = contentHash(TARGETS[name]);
    await build(lock);
    writeAtomically(stamp, hash);
  });
}

/** The door's route table follows from the folders of `app/v1`. */
async function generateRoutes() {
  const generator = path.join(ROOT, "lib/server/generate.mjs");
  if (existsSync(generator)) await (await import(pathToFileURL(generator).href)).generate();
}

/** @param {string} entry @param {string} result */
async function bundle(entry, result) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile: result,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    sourcemap: true,
    write: false,
    logLevel: "warning",
  });
  for (const { path: file, text } of outputFiles) writeAtomically(file, text);
}

/** Leaves a current `dist/server.mjs`. Takes a quarter of a second where it was stale. */
export async function buildServer() {
  await ensure("server", () => bundle("lib/launch/main.ts", TARGETS.server.result));
}

/** Leaves a current `dist/takings.mjs`, the command line. */
export async function buildTakings() {
  if (!existsSync(path.join(ROOT, "lib/cli/main.ts"))) return;
  await ensure("takings", () => bundle("lib/cli/main.ts", TARGETS.takings.result));
}

/** Leaves current pages in `.next`. Takes some fifteen seconds where they were stale. */
export async function buildPages() {
  await ensure("pages", async (lock) => {
    process.stderr.write("Building the pages …\n");
    await runNextBuild(lock);
    hintCompilation();
    await packFiles();
  });
}

/**
 * Marks the pages' scripts for compilation as they arrive, beside the page: a browser would otherwise compile function by
 * function while it makes the page usable. Chromium's explicit compile hints; to other browsers it is a comment.
 */
function hintCompilation() {
  const folder = path.join(ROOT, ".next/static/chunks");
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".js"))) {
    const script = path.join(folder, file);
    writeFileSync(script, `//# allFunctionsCalledOnLoad\n${readFileSync(script, "utf8")}`);
  }
}

/** Packs the pages' files once, as small as can be, in the two ways that browsers ask for; typefaces are packed already. */
async function packFiles() {
  const folder = path.join(ROOT, ".next/static");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => /\.(js|css|svg)$/.test(name)).map((name) => path.join(folder, name));
  const pack = async (/** @type {string} */ file) => {
    const content = readFileSync(file);
    const packed = await Promise.all([packBrotli(content), packGzip(content, { level: 9 })]);
    for (const [index, end] of [".br", ".gz"].entries()) writeFileSync(file + end, packed[index] ?? "");
  };
  await Promise.all(files.map(pack));
}

/**
 * @param {{ handOver(pid: number): void }} lock
 * @returns {Promise<void>}
 */
function runNextBuild(lock) {
  const next = path.join(ROOT, "node_modules/next/dist/bin/next");
  const child = spawn(process.execPath, [next, "build"], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    // Stdout belongs to what a start prints. A group of its own can be ended whole, workers and all.
    stdio: ["ignore", 2, 2],
    detached: true,
  });
  const pid = child.pid ?? 0;
  // Killed outright, this process leaves the build to itself: the next start waits for it instead of joining in.
  if (pid) lock.handOver(pid);
  const end = () => process.kill(-pid, "SIGTERM");
  return new Promise((resolve, reject) => {
    for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, end);
    child.once("error", reject);
    child.once("close", (code, signal) => {
      for (const name of ["SIGTERM", "SIGINT"]) process.removeListener(name, end);
      if (code === 0) return resolve();
      reject(new Error(`The pages could not be built (${signal ?? `exit ${code}`}).`));
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await buildServer();
    await buildTakings();
    await buildPages();
  } catch (thrown) {
    process.stderr.write(`${thrown instanceof Error ? thrown.message : thrown}\n`);
    process.exitCode = 1;
  }
}
