import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";

const PREFIX = "/_next/static/";
/** The forms that the build leaves of a file, the smallest first: how a request names them, and their files' ends. */
const FORMS = [
  ["br", ".br"],
  ["gzip", ".gz"],
  ["identity", ""],
] as const;
const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

interface Form {
  name: string;
  headers: Record<string, string>;
  content: Buffer;
}

/** The forms that there are of a file; the file as it is comes last. */
function readForms(file: string, type: string): Form[] {
  const there = FORMS.filter(([, end]) => existsSync(file + end));
  return there.map(([name, end]) => {
    const content = readFileSync(file + end);
    const headers = {
      "content-type": type,
      "content-length": String(content.length),
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
      ...(name !== "identity" && { "content-encoding": name }),
    };
    return { name, headers, content };
  });
}

/**
 * Serves the pages' scripts, styles and typefaces from memory, as the build packed them; answers whether there is such a
 * file. Their names tell their content, so that none ever changes. Packing them anew for every visitor would take the
 * process that records payments a tenth of a second each; and what is in memory is there also after the next build.
 */
export function staticFiles(
  folder: string,
): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
  const files = new Map<string, Form[]>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const type = TYPES[path.extname(name)];
    if (type) files.set(PREFIX + name.split(path.sep).join("/"), readForms(path.join(folder, name), type));
  }
  return ({ url = "", method, headers }, outgoing) => {
    const forms = files.get(url.replace(/\?.*/, ""));
    const accepted = String(headers["accept-encoding"] ?? "").split(/[\s,]+/);
    const form = forms?.find(({ name }) => name === "identity" || accepted.includes(name));
    if (!form) return false;
    if (method === "GET") outgoing.writeHead(200, form.headers).end(form.content);
    else if (method === "HEAD") outgoing.writeHead(200, form.headers).end();
    else outgoing.writeHead(405, { allow: "GET, HEAD" }).end();
    return true;
  };
}
