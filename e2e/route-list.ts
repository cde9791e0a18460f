import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const APP = path.resolve(import.meta.dirname, "../app");
const DECLARED = /^export (?:const|function|async function) (GET|POST|PUT|PATCH|DELETE)\b/gm;
const EXPORTED_AS = /\b(\w+) as (GET|POST|PUT|PATCH|DELETE)\b/g;
const WRAPPED = /^export const (GET|POST|PUT|PATCH|DELETE) = (\w+)\(([^)]*)\)/gm;

/** One method of a route file under `app`. */
export interface Route {
  /** Method and path, for example `GET /api/dashboard/sessions/[session_id]`. */
  name: string;
  method: string;
  /** The path with its parameters in brackets. */
  pattern: string;
  /**
   * The function that wraps the handler (`forMember`, `forMemberRequest`, `forApiKey` or `serve`), or the name of the
   * handler if it is exported unwrapped.
   */
  wrapper: string;
  /** The permission that the wrapper requires, if any. */
  permission: string | undefined;
}

/** Lists the paths of all files of this name under a folder of `app`, without route groups in parentheses. */
export function listPatterns(
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

/** Lists every method of every route under a folder of `app`. Throws if a file declares one in another form. */
export function listRoutes(folder: string): Route[] {
  return listPatterns(folder, "route.ts").flatMap(({ file, pattern }) => {
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

/** Fills in the parameters of a path. Throws if one has no value. */
export const fillPath = (pattern: string, ids: Record<string, string>): string =>
  pattern.replace(/\[(\w+)\]/g, (_, name) => {
    const id = ids[name];
    if (!id) throw new Error(`no value for ${name} of ${pattern}`);
    return id;
  });
