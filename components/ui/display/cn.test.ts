/** Guarantee: of two conflicting classes the later one applies, also of those that the theme adds to Tailwind's. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { cn } from "./cn";

/** Lists the names that `app/theme.css` adds to one part of the theme. */
function listThemeNames(part: string): string[] {
  const css = readFileSync("app/theme.css", "utf8");
  const theme = css.slice(css.indexOf("@theme"));
  return [...theme.matchAll(/--(\w+)-((?:\w|-(?!-))+):/g)]
    .filter(([, found]) => found === part)
    .map(([, , name = ""]) => name);
}

describe.each([
  ["text", "text", "text-[11px]"],
  ["radius", "rounded", "rounded-full"],
  ["shadow", "shadow", "shadow-none"],
  ["animate", "animate", "animate-none"],
])("each --%s-… of the theme", (part, prefix, standard) => {
  const classes = listThemeNames(part).map((name) => `${prefix}-${name}`);

  test("conflicts with Tailwind's classes and with its own kind", () => {
    expect(classes.length).toBeGreaterThan(2);
    for (const one of classes) {
      expect(cn(one, standard)).toBe(standard);
      expect(cn(standard, one)).toBe(one);
      expect(cn(classes, one)).toBe(one);
    }
  });
});

test.each(listThemeNames("color"))("the colour %s conflicts with colours only", (name) => {
  for (const prefix of ["text", "bg", "border"])
    expect(cn(`${prefix}-white`, `${prefix}-${name}`)).toBe(`${prefix}-${name}`);
  expect(cn("text-body border-2", `text-${name} border-${name}`)).toBe(
    `text-body border-2 text-${name} border-${name}`,
  );
});

test("a later text size keeps the colour, and a later colour keeps the size", () => {
  expect(cn("text-body text-ink", "text-meta")).toBe("text-ink text-meta");
  expect(cn("text-body text-ink", "text-red")).toBe("text-body text-red");
});
