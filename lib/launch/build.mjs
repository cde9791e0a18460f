import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { withLock, writeAtomically } from "./lock.mjs";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const LOCKS = path.join(ROOT, "dist", "locks");
const SHARED_INPUTS = ["lib", "package.json", "package-lock.json", "tsconfig.json"];
const NOT_INPUT = /(^|\/)(testing|quality|fixtures)(\/|$)|\.test\.tsx?$/;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(
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
    skips: /^lib\/(launch|cli|server)\//,
    result: ".next/BUILD_ID",
    stamp: ".next/takings.stamp",
  },
};

/** @param {string} name @returns {string[]} file paths relative to the root, in the same order on every machine */
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
    if (NOT_INPUT.test(file) || target.skips.test(file)) continue;
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(path.join(ROOT, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

/**
 * Returns whether a target must be built: it does not exist, or its inputs have changed since it was built.
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
 * Builds a target if it is stale, in one process at a time. The stamp is removed before and written after the build,
 * so that an interrupted build stays stale.
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
    // Computed before the build: changes during the build make it stale again.
    const hash = contentHash(TARGETS[name]);
    await build(lock);
    writeAtomically(stamp, hash);
  });
}

/** Generates the HTTP server's route table from the folders of `app/v1`. */
async function generateRoutes() {
  const generator = path.join(ROOT, "lib/server/generate.mjs");
  if (existsSync(generator)) await (await import(pathToFileURL(generator).href)).generate();
}

/**
 * Commander is part of the command line's bundle, which then starts without resolving it. Its typings package only
 * exports it again. Commander is CommonJS: it calls `require`.
 */
const WITH_COMMANDER = {
  alias: { "@commander-js/extra-typings": "./node_modules/commander/index.js" },
  banner: {
    js: 'import * as commonJs from "node:module"; const require = commonJs.createRequire(import.meta.url);',
  },
};

/** The worker's program loads the rest of its code from a second file. @type {import("esbuild").BuildOptions} */
const EXPORT_WORKER = {
  ...{ outfile: undefined, outdir: "dist", outExtension: { ".js": ".mjs" } },
  ...{ splitting: true, entryNames: "exports", chunkNames: "exports-[name]" },
};

/** @param {string} entry @param {string} result @param {import("esbuild").BuildOptions} [options] */
async function bundle(entry, result, options) {
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
    ...options,
  });
  for (const { path: file, text } of outputFiles) writeAtomically(file, text);
}

/** Builds `dist/server.mjs` and its export worker if they are stale, which takes about 0.4 s. */
export async function buildServer() {
  await ensure("server", async () => {
    await bundle("lib/exports/worker/main.ts", "dist/exports.mjs", EXPORT_WORKER);
    await bundle("lib/launch/main.ts", TARGETS.server.result);
  });
}

/** Builds `dist/takings.mjs`, the command line, if it is stale. */
export async function buildTakings() {
  if (!existsSync(path.join(ROOT, "lib/cli/main.ts"))) return;
  await ensure("takings", () => bundle("lib/cli/main.ts", TARGETS.takings.result, WITH_COMMANDER));
}

/** Builds the pages in `.next` if they are stale, which takes about 40 s. */
export async function buildPages() {
  await ensure("pages", async (lock) => {
    process.stderr.write("Building the pages …\n");
    let early = Promise.resolve();
    await runNextBuild(lock, () => {
      early = prepareStaticFiles();
      early.catch(() => undefined);
    });
    await early;
    // What the build has written since.
    await prepareStaticFiles();
  });
}

/** Prepares the files for browsers that the build has written and that are not prepared yet. */
async function prepareStaticFiles() {
  hintCompilation();
  await compressFiles();
}

const COMPILE_HINT = "//# allFunctionsCalledOnLoad\n";

/**
 * Marks the pages' scripts for eager compilation off the main thread; a browser would otherwise compile functions one
 * by one during hydration. These are Chromium's explicit compile hints; other browsers see a comment.
 */
function hintCompilation() {
  const folder = path.join(ROOT, ".next/static/chunks");
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".js"))) {
    const script = path.join(folder, file);
    const text = readFileSync(script, "utf8");
    if (!text.startsWith(COMPILE_HINT)) writeFileSync(script, COMPILE_HINT + text);
  }
}

/**
 * Compresses the pages' files with Brotli and gzip at the highest level, one after another, which leaves a core to the rest of
 * the build. Fonts are compressed already.
 */
async function compressFiles() {
  const folder = path.join(ROOT, ".next/static");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names
    .filter((name) => /\.(js|css|svg)$/.test(name))
    .map((name) => path.join(folder, name))
    .filter((file) => !isCompressed(file));
  for (const file of files) {
    const content = readFileSync(file);
    const compressed = await Promise.all([compressBrotli(content), compressGzip(content, { level: 9 })]);
    for (const [index, suffix] of [".br", ".gz"].entries())
      writeFileSync(file + suffix, compressed[index] ?? "");
  }
}

/** @param {string} file @returns {boolean} whether it was compressed after it was written */
function isCompressed(file) {
  const compressed = statSync(`${file}.br`, { throwIfNoEntry: false });
  return compressed !== undefined && compressed.mtimeMs >= statSync(file).mtimeMs;
}

/**
 * @param {{ handOver(pid: number): void }} lock
 * @param {() => void} onCompiled called when the scripts are written, while the build goes on
 * @returns {Promise<void>}
 */
function runNextBuild(lock, onCompiled) {
  const next = path.join(ROOT, "node_modules/next/dist/bin/next");
  // The build inherits the environment of this process.
  process.env.NODE_ENV = "production";
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  const child = spawn(process.execPath, [next, "build"], {
    cwd: ROOT,
    // Stdout is reserved for the start's own output. A separate process group can be ended with all its workers.
    stdio: ["ignore", 2, 2, "ipc"],
    detached: true,
  });
  // The only message of `next.config.mjs`.
  child.once("message", onCompiled);
  const pid = child.pid ?? 0;
  // If this process is killed, the build goes on; the next start then waits for it instead of building in parallel.
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
