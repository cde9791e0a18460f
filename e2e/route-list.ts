import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const APP = path.resolve(import.meta.dirname, "../app");
const DECLARED = /^export (?:const|function|async function) (GET|POST|PUT|PATCH|DELETE)\b/gm;
const EXPORTED_AS = /\b(\w+) as (GET|POST|PUT|PATCH|DELETE)\b/g;
const WRAPPED = /^export const (GET|POST|PUT|PATCH|DELETE) = (\w+)\(([^)]*)\)/gm;

/** One method of a route of the product, as its file under `app` says. */
export interface Route {
  /** Method and path, such as `GET /api/dashboard/sessions/[session_id]`. */
  name: string;
  method: string;
  /** The path, with the parameters in brackets. */
  pattern: string;
  /** What wraps the handler (`forOrganiser`, `forMember`, `forApiKey` or `serve`), or the handler that is exported as it is. */
  wrapper: string;
  /** The permission that the wrapper asks for, where it asks for one. */
  permission: string | undefined;
}

/** The paths of the files of this name under a folder of `app`, without the groups in parentheses. */
export function patternsOf(
  folder: string,
  file: "route.ts" | "page.tsx",
): { file: string; pattern: string }[] {
  return readdirSync(path.join(APP, folder), { recursive: true })
    .map(String)
    .filter((name) => path.basename(name) === file)
    .sort()
    .map((name) => {
      const parts = path.dirname(path.join(folder, name)).split(path.sep);
      const shown = parts.filter((part) => part !== "." && !part.startsWith("("));
      return { file: path.join(APP, folder, name), pattern: `/${shown.join("/")}` };
    });
}

/** Every method of every route under a folder of `app`. Throws where a file declares one in another form. */
export function routesOf(folder: string): Route[] {
  return patternsOf(folder, "route.ts").flatMap(({ file, pattern }) => {
    const text = readFileSync(file, "utf8");
    const wrapped = [...text.matchAll(WRAPPED)];
    if (wrapped.length !== [...text.matchAll(DECLARED)].length)
      throw new Error(`${file} declares a method that is not \`wrapper(handler)\``);
    const exported = [...text.matchAll(EXPORTED_AS)].map(([, wrapper = "", method = ""]) => [
      "",
      method,
      wrapper,
    ]);
    return [...wrapped, ...exported].map(([, method = "", wrapper = "", given = ""]) => ({
      name: `${method} ${pattern}`,
      method,
      pattern,
      wrapper,
      permission: /"(\w+)"/.exec(given)?.[1],
    }));
  });
}

/** The names of a path's parameters. */
export const parametersOf = (pattern: string): string[] =>
  [...pattern.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => name);

/** A path with its parameters filled in. Throws where one has no value. */
export const addressOf = (pattern: string, ids: Record<string, string>): string =>
  pattern.replace(/\[(\w+)\]/g, (_, name) => {
    const id = ids[name];
    if (!id) throw new Error(`no value for ${name} of ${pattern}`);
    return id;
  });
