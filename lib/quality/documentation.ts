import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { nodesOf, type Source } from "./sources.mjs";

/** A reference to a test in a document: `` `e2e/api/sessions.spec.ts` "an unknown id is answered with 404" ``. */
export interface Reference {
  file: string;
  title: string;
}

const REFERENCE = /`([\w./[\]-]+\.(?:test|spec)\.ts)` "([^"]+)"/g;

/** Finds the references to tests in a text. */
export function referencesIn(text: string): Reference[] {
  return [...text.matchAll(REFERENCE)].map(([, file = "", title = ""]) => ({ file, title }));
}

/** Lists the titles of a file's tests. Placeholders that are filled in at run time become an ellipsis. */
export function titlesOf({ tree }: Source): string[] {
  return [...nodesOf(tree)].filter(ts.isCallExpression).flatMap(({ expression, arguments: [title] }) => {
    if (!title || !/^(test|it)\b/.test(expression.getText())) return [];
    if (ts.isStringLiteralLike(title)) return [toPlainTitle(title.text)];
    return ts.isTemplateExpression(title) ? [toPlainTitle(title.getText().slice(1, -1))] : [];
  });
}

const toPlainTitle = (title: string) =>
  title.replace(/\$\{[^}]*\}|%[sdifjo#$]|\$\w+/g, "…").replaceAll('"', "");

/** Lists the files that a text names in backticks, without those marked `(new)`, which a reader is to create. */
export function filesIn(text: string): string[] {
  return [...text.matchAll(/`((?:app|components|docs|drizzle|e2e|lib)\/[^`*<{… ]+)`(?!\s\(new\))/g)].map(
    ([, file = ""]) => file,
  );
}

/** Lists the rows of a text's tables without their header rows, each as the texts of its cells. */
export function rowsOf(text: string): string[][] {
  const lines = text.split("\n");
  return lines
    .filter(
      (line, index) => line.startsWith("|") && !/^\|[ |:-]+\|$/.test(line) && !isTableRule(lines[index + 1]),
    )
    .map((line) =>
      line
        .slice(1, line.lastIndexOf("|"))
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );
}

const isTableRule = (next: string | undefined) => next !== undefined && /^\|[ |:-]+\|$/.test(next);

/** Returns the text below a heading, up to the next heading of the same or a higher level; "" if there is none. */
export function sectionOf(text: string, heading: string): string {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, "") === heading);
  if (start < 0) return "";
  const level = lines[start]?.indexOf(" ") ?? 0;
  const length = lines.slice(start + 1).findIndex((line) => /^#+ /.test(line) && line.indexOf(" ") <= level);
  return lines.slice(start + 1, length < 0 ? undefined : start + 1 + length).join("\n");
}

/** The documents in the root, besides the changelog. */
const ROOT_DOCUMENTS = ["README.md", "CONTRIBUTING.md", "SECURITY.md"];

/** Reads the documents in the root and every document below `docs`, by path. */
export function readDocuments(): Map<string, string> {
  const docs = readdirSync("docs", { recursive: true })
    .map((file) => `docs/${String(file)}`)
    .filter((file) => file.endsWith(".md"));
  return new Map([...ROOT_DOCUMENTS, ...docs].map((file) => [file, readFileSync(file, "utf8")]));
}
