import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { nodesOf, type Source } from "./sources.mjs";

/** A test as the papers name it: `` `e2e/api/sessions.spec.ts` "answers 404 for an id that nobody has" ``. */
export interface Reference {
  file: string;
  title: string;
}

const REFERENCE = /`([\w./[\]-]+\.(?:test|spec)\.ts)` "([^"]+)"/g;

/** Reads the tests that a text names. */
export function referencesIn(text: string): Reference[] {
  return [...text.matchAll(REFERENCE)].map(([, file = "", title = ""]) => ({ file, title }));
}

/** The titles of a file's tests; what is filled in when it runs is told as an ellipsis. */
export function titlesOf({ tree }: Source): string[] {
  return [...nodesOf(tree)].filter(ts.isCallExpression).flatMap(({ expression, arguments: [title] }) => {
    if (!title || !/^(test|it)\b/.test(expression.getText())) return [];
    if (ts.isStringLiteralLike(title)) return [plain(title.text)];
    return ts.isTemplateExpression(title) ? [plain(title.getText().slice(1, -1))] : [];
  });
}

const plain = (title: string) => title.replace(/\$\{[^}]*\}|%[sdifjo#$]|\$\w+/g, "…").replaceAll('"', "");

/** The rows of a text's tables without their heads, each the texts of its cells. */
export function rowsOf(text: string): string[][] {
  const lines = text.split("\n");
  return lines
    .filter((line, index) => line.startsWith("|") && !/^\|[ |:-]+\|$/.test(line) && !isHead(lines[index + 1]))
    .map((line) =>
      line
        .slice(1, line.lastIndexOf("|"))
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );
}

const isHead = (next: string | undefined) => next !== undefined && /^\|[ |:-]+\|$/.test(next);

/** The part of a text below a heading, up to the next heading of its rank or above. */
export function sectionOf(text: string, heading: string): string {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, "") === heading);
  if (start < 0) return "";
  const rank = lines[start]?.indexOf(" ") ?? 0;
  const length = lines.slice(start + 1).findIndex((line) => /^#+ /.test(line) && line.indexOf(" ") <= rank);
  return lines.slice(start + 1, length < 0 ? undefined : start + 1 + length).join("\n");
}

/** Every paper of the repository, by its path. */
export function readPapers(): Map<string, string> {
  const docs = readdirSync("docs", { recursive: true })
    .map((file) => `docs/${String(file)}`)
    .filter((file) => file.endsWith(".md"));
  return new Map(["README.md", ...docs].map((file) => [file, readFileSync(file, "utf8")]));
}
