import { marked, type Token, type Tokens } from "marked";

/** Creates the function that returns the ids of a text's headings in their order, as GitHub makes them. */
export function createAnchors(): (heading: string) => string {
  const counts = new Map<string, number>();
  return (heading) => {
    const id = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replace(/\s/g, "-");
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  };
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === "heading";

/**
 * Returns sections of a Markdown text, each the text below a heading up to the next one of its level. Their headings are
 * raised, so that each section's own becomes one of the second level and is left out if it is the only section. Throws
 * if there is no such heading.
 */
export function takeSections(markdown: string, headings: readonly string[]): string {
  const tokens = marked.lexer(markdown);
  return headings.map((heading) => takeSection(tokens, heading, headings.length === 1)).join("\n\n");
}

function takeSection(tokens: Token[], heading: string, isOnly: boolean): string {
  const start = tokens.findIndex((token) => isHeading(token) && token.text === heading);
  const first = tokens[start];
  if (!first || !isHeading(first)) throw new Error(`there is no heading ${heading}`);
  const rest = tokens.slice(start + 1);
  const end = rest.findIndex((token) => isHeading(token) && token.depth <= first.depth);
  const section = end === -1 ? rest : rest.slice(0, end);
  const raise = (token: Token) =>
    isHeading(token)
      ? `${"#".repeat(token.depth - first.depth + (isOnly ? 1 : 2))} ${token.text}\n\n`
      : token.raw;
  return [isOnly ? "" : `## ${heading}\n\n`, ...section.map(raise)].join("").trim();
}

/** Returns the text before the first heading below a heading. */
export function takeIntroduction(markdown: string, heading: string): string {
  const section = takeSections(markdown, [heading]);
  const end = marked.lexer(section).findIndex(isHeading);
  return marked
    .lexer(section)
    .slice(0, end === -1 ? undefined : end)
    .map(({ raw }) => raw)
    .join("")
    .trim();
}

/** Lists the headings of a text as their ids and texts. */
export function listHeadings(markdown: string): { id: string; text: string; depth: number }[] {
  const toAnchor = createAnchors();
  return marked
    .lexer(markdown)
    .filter(isHeading)
    .map(({ text, depth }) => ({ id: toAnchor(text), text, depth }));
}

/**
 * Rewrites the links of a text: `resolve` returns the new target, or undefined for a link that becomes plain text. Code is
 * left as it is.
 */
export function rewriteLinks(markdown: string, resolve: (target: string) => string | undefined): string {
  return marked
    .lexer(markdown)
    .map(({ type, raw }) =>
      type === "code"
        ? raw
        : raw.replaceAll(/\[([^\][]+)\]\(([^()\s]+)\)/g, (_, text: string, target: string) => {
            const resolved = resolve(target);
            return resolved === undefined ? text : `[${text}](${resolved})`;
          }),
    )
    .join("");
}
