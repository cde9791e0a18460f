import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const target = path.join(root, "lib", "server", "routes.generated.ts");

/** The paths whose routes the HTTP server serves itself. */
const SERVED = ["/api/webhooks/bank", "/v1"];

/**
 * Returns the paths under `SERVED` that have a route file, except `[...unknown]`: the router handles unknown paths
 * itself.
 */
function listRoutePaths() {
  return SERVED.flatMap(listRoutesBelow);
}

/** @param {string} prefix */
function listRoutesBelow(prefix) {
  const folder = path.join(root, "app", ...prefix.split("/"));
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => path.basename(file) === "route.ts" && !file.includes("[..."))
    .map((file) => file.split(path.sep).join("/"))
    .sort()
    .map((file) => path.posix.join(prefix, path.posix.dirname(file)));
}

/** Returns the source text of the route table for the current folders of `app/v1`. */
export function render() {
  const paths = listRoutePaths();
  const name = (index) => `route${index + 1}`;
  return [
    "// Made by lib/server/generate.mjs from the folders of app: do not edit.",
    ...paths.map((route, index) => `import * as ${name(index)} from "@/app${route}/route";`),
    'import type { Route } from "./router";',
    "",
    "/** Every path of the API with what its route file exports. */",
    paths.length === 0 ? "export const routes: Route[] = [];" : "export const routes: Route[] = [",
    ...paths.map((route, index) => `  { path: "${route}", handlers: ${name(index)} },`),
    ...(paths.length === 0 ? [] : ["];"]),
    "",
  ].join("\n");
}

/** Writes the route table if it has changed. */
export function generate() {
  const text = render();
  if (!existsSync(target) || readFileSync(target, "utf8") !== text) writeFileSync(target, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) generate();
