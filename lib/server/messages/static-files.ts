import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";

const PREFIX = "/_next/static/";
/** The encodings in which the build writes a file, smallest first: content coding and file suffix. */
const ENCODINGS = [
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

interface EncodedFile {
  name: string;
  headers: Record<string, string>;
  content: Buffer;
}

/** Reads the existing encodings of a file; the unencoded file comes last. */
function readEncodings(file: string, type: string): EncodedFile[] {
  const existing = ENCODINGS.filter(([, suffix]) => existsSync(file + suffix));
  return existing.map(([name, suffix]) => {
    const content = readFileSync(file + suffix);
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
 * Creates the function that serves the pages' scripts, styles and fonts from memory, as compressed by the build; it
 * returns whether the file exists. File names contain a content hash, so files never change. Compressing per request
 * would take the payment-recording process 0.1 s each; files in memory also remain available during the next build.
 */
export function createStaticFileHandler(
  folder: string,
): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
  const files = new Map<string, EncodedFile[]>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const type = TYPES[path.extname(name)];
    if (type)
      files.set(PREFIX + name.split(path.sep).join("/"), readEncodings(path.join(folder, name), type));
  }
  return ({ url = "", method, headers }, outgoing) => {
    const encodings = files.get(url.replace(/\?.*/, ""));
    const accepted = String(headers["accept-encoding"] ?? "").split(/[\s,]+/);
    const file = encodings?.find(({ name }) => name === "identity" || accepted.includes(name));
    if (!file) return false;
    if (method === "GET") outgoing.writeHead(200, file.headers).end(file.content);
    else if (method === "HEAD") outgoing.writeHead(200, file.headers).end();
    else outgoing.writeHead(405, { allow: "GET, HEAD" }).end();
    return true;
  };
}
