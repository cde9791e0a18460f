/** Guarantee: of two conflicting classes the later one applies, as with the full tailwind-merge. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { extendTailwindMerge } from "tailwind-merge";
import { expect, test } from "vitest";
import { cn } from "./cn";

const TEXT = "axis meta body touch section drawer dialog page stat figure figure-lg hero wallboard".split(
  " ",
);
const fullMerge = extendTailwindMerge({
  cacheSize: 0,
  extend: {
    theme: {
      radius: ["chip", "field", "card", "phone", "dialog", "wallboard"],
      shadow: ["button", "pop", "high"],
    },
    classGroups: { "font-size": [{ text: TEXT }] },
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
