import { readFileSync } from "node:fs";
import path from "node:path";

/** What the product does where the specification says "not shown": a row of `docs/not-shown.md`. */
export interface NotShown {
  /** What is not shown, in Markdown. */
  question: string;
  /** One of the four kinds of answers. */
  answer: string;
  /** What the product does, in Markdown. */
  behaviour: string;
}

interface Row extends NotShown {
  sections: string[];
}

const GENERAL_SECTIONS = new Set(["3", "5", "7", "8", "9"]);

let rows: Row[] | undefined;

/** Lists the answers of a section of the specification; without one, those of the general sections (3, 5, 7, 8 and 9). */
export function listNotShown(section?: string): NotShown[] {
  rows ??= readRows();
  const isGeneral = ({ sections }: Row) => sections.every((one) => GENERAL_SECTIONS.has(one));
  return rows
    .filter((row) => (section === undefined ? isGeneral(row) : row.sections.includes(section)))
    .map(({ sections: _, ...answer }) => answer);
}

/** Reads the rows of the document's first table. */
function readRows(): Row[] {
  const text = readFileSync(path.join(process.cwd(), "docs", "not-shown.md"), "utf8");
  const table = text.split("\n## ")[0] ?? "";
  return table
    .split("\n")
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [, sections = "", question = "", answer = "", behaviour = ""] = line
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim());
      return { sections: sections.split(", "), question, answer, behaviour };
    });
}
