/** Guarantee: of two conflicting classes the later one applies, as with the full tailwind-merge. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { extendTailwindMerge } from "tailwind-merge";
import { expect, test } from "vitest";
import { cn } from "./cn";

/** Lists the names that `app/theme.css` adds to one part of Tailwind's theme. */
function listThemeNames(part: string): string[] {
  const css = readFileSync("app/theme.css", "utf8");
  const theme = css.slice(css.indexOf("@theme"));
  return [...theme.matchAll(/--(\w+)-((?:\w|-(?!-))+):/g)].flatMap(([, found, name = ""]) =>
    found === part ? [name] : [],
  );
}

const fullMerge = extendTailwindMerge({
  cacheSize: 0,
  extend: {
    theme: {
      text: listThemeNames("text"),
      radius: listThemeNames("radius"),
      shadow: listThemeNames("shadow"),
      animate: listThemeNames("animate"),
    },
  },
});

const VARIANTS = /^(?:[^:[]*(?:\[[^\]]*\])?[^:[]*:)+/;

/** Keeps two of each group of classes that differ only in numbers, which is enough to test their conflicts. */
function dedupeByShape(classes: string[]): string[] {
  const kinds = new Map<string, string[]>();
  for (const one of classes) {
    const kind = one.replace(/[\d.]+/g, "0").replace(/^-/, "");
    kinds.set(kind, [...(kinds.get(kind) ?? []), one].slice(0, 2));
  }
  return [...kinds.values()].flat();
}

/** Returns every class used in the components and pages, without variants. */
function listUsedClasses(): string[] {
  const found = new Set<string>();
  for (const folder of ["app", "components"]) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!/\.tsx?$/.test(entry.name) || /\.test\.|^cn\.ts$/.test(entry.name)) continue;
      const source = readFileSync(path.join(entry.parentPath, entry.name), "utf8");
      for (const [, quoted = "", ticked = ""] of source.matchAll(/"([^"\n]*)"|`([^`]*)`/g))
        for (const word of (quoted + ticked).split(/\s+/)) found.add(word.replace(VARIANTS, ""));
    }
  }
  return [...found].filter((word) => word !== "" && fullMerge(`${word} ${word}`) === word);
}

test("every two classes in use merge as with the full tailwind-merge", () => {
  const classes = dedupeByShape(listUsedClasses());
  expect(classes.length).toBeGreaterThan(200);
  const different = classes.flatMap((first) =>
    classes
      .filter((second) => second !== first)
      .map((second) => `${first} ${second}`)
      .filter((both) => cn(both) !== fullMerge(both)),
  );
  expect(different.slice(0, 20)).toEqual([]);
});

test("a later text size keeps the colour, and a later colour keeps the size", () => {
  expect(cn("text-body text-ink", "text-meta")).toBe("text-ink text-meta");
  expect(cn("text-body text-ink", "text-red")).toBe("text-body text-red");
});

test.each([
  ["text", "text", "text-[11px]"],
  ["radius", "rounded", "rounded-full"],
  ["shadow", "shadow", "shadow-none"],
  ["animate", "animate", "animate-none"],
])("every --%s-… of the theme conflicts with its own kind", (part, prefix, standard) => {
  const classes = listThemeNames(part).map((name) => `${prefix}-${name}`);
  expect(classes.length).toBeGreaterThan(2);
  for (const one of classes) {
    expect(cn(one, standard)).toBe(standard);
    expect(cn(standard, one)).toBe(one);
  }
});
