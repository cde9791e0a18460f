import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const target = path.join(root, "lib", "door", "routes.generated.ts");

/** The paths below `app/v1` that have a route file, `[...unknown]` left out: the door knows it by another way. */
function routePaths() {
  const folder = path.join(root, "app", "v1");
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => path.basename(file) === "route.ts" && !file.includes("[..."))
    .map((file) => file.split(path.sep).join("/"))
    .sort()
    .map((file) => path.posix.join("/v1", path.posix.dirname(file)));
}

/** The text of the route table for the folders of `app/v1` as they are now. */
export function render() {
  const paths = routePaths();
  const name = (index) => `route${index + 1}`;
  return [
    "// Made by lib/server/generate.mjs from the folders of app/v1: do not edit.",
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

/** Writes the route table, if it changed. */
export function generate() {
  const text = render();
  if (!existsSync(target) || readFileSync(target, "utf8") !== text) writeFileSync(target, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) generate();
