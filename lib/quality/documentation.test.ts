/** Guarantee: the papers name nothing that is not there, and leave out nothing that they promise to list. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { loadSettings, SETTING_NAMES } from "@/lib/env";
import { type Reference, readPapers, referencesIn, rowsOf, sectionOf, titlesOf } from "./documentation";
import { readSources } from "./sources.mjs";

const sources = readSources(process.cwd());
const titles = new Map(
  sources.filter(({ isTest }) => isTest).map((source) => [source.file, titlesOf(source)]),
);
const papers = readPapers();
const readme = papers.get("README.md") ?? "";

const isMissing = ({ file, title }: Reference) => !titles.get(file)?.includes(title);

/** The endpoints as the route files export them: `GET /v1/sessions/:session_id`. */
function endpoints(): string[] {
  return sources.flatMap(({ file, tree }) => {
    const [, route] = /^app(\/v1\/(?!\[\.\.\.).*)\/route\.ts$/.exec(file) ?? [];
    const url = route?.replaceAll("[", ":").replaceAll("]", "");
    const names = tree.statements.flatMap((statement) => {
      if (
        ts.isExportDeclaration(statement) &&
        statement.exportClause &&
        ts.isNamedExports(statement.exportClause)
      )
        return statement.exportClause.elements.map(({ name }) => name.text);
      if (!ts.isVariableStatement(statement)) return [];
      return statement.declarationList.declarations.map(({ name }) => name.getText());
    });
    return url ? names.filter((name) => /^[A-Z]+$/.test(name)).map((method) => `${method} ${url}`) : [];
  });
}

describe("every paper", () => {
  test.each([...papers.keys()])("%s names only tests that exist", (file) => {
    const missing = referencesIn(papers.get(file) ?? "").filter(isMissing);
    expect(missing.map((named) => `${named.file} "${named.title}"`)).toEqual([]);
  });

  test.each([...papers.keys()])("%s names only files that exist", (file) => {
    const text = papers.get(file) ?? "";
    const named = [...text.matchAll(/`((?:app|components|docs|drizzle|e2e|lib)\/[^`*<{… ]+)`/g)].map(
      ([, found = ""]) => found,
    );
    const linked = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)[^)]*\)/g)].map(([, target = ""]) =>
      path.join(path.dirname(file), target),
    );
    const exists = (target: string) =>
      existsSync(target) || existsSync(`${target}.ts`) || existsSync(`${target}.mjs`);
    expect([...named, ...linked].filter((target) => !exists(target))).toEqual([]);
  });
});

describe("the README", () => {
  test("has a row with a test for each of the thirteen endpoints and no other", () => {
    const rows = rowsOf(sectionOf(readme, "From specification to test"));
    const told = rows
      .map(([, endpoint = ""]) => endpoint.replaceAll("`", ""))
      .filter((text) => text.includes("/v1"));
    expect(told).toHaveLength(13);
    expect([...told].sort()).toEqual(endpoints().sort());
    expect(rows.filter((cells) => referencesIn(cells.at(-1) ?? "").length === 0)).toEqual([]);
  });

  test("has a line for each npm script and no other", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    const told = rowsOf(sectionOf(readme, "Commands")).map(([command = ""]) =>
      command
        .replaceAll("`", "")
        .replace(/^npm (run )?(--silent )?/, "")
        .replace(/ .*$/, ""),
    );
    expect(told.sort()).toEqual(Object.keys(scripts).sort());
  });
});

describe("docs/not-shown.md", () => {
  test("proves every row by a test that exists, but the two that wait for the platforms' issue", () => {
    const rows = rowsOf(papers.get("docs/not-shown.md") ?? "").filter((cells) => cells.length > 2);
    const isWaiting = (cells: string[]) => cells.at(-1)?.endsWith("with the platforms' issue");
    expect(rows.length).toBeGreaterThan(45);
    expect(rows.filter(isWaiting)).toHaveLength(2);
    const unproved = rows.filter(
      (cells) => !isWaiting(cells) && referencesIn(cells.at(-1) ?? "").length === 0,
    );
    expect(unproved.map((cells) => cells.slice(0, -1).join(" | "))).toEqual([]);
  });
});

describe(".env.example", () => {
  const given = [...readFileSync(".env.example", "utf8").matchAll(/^#([A-Z][A-Z_]+)=(.*)$/gm)].map(
    ([, name = "", value = ""]): [string, string] => [name, value],
  );

  test("lists exactly the settings that lib/env.ts reads, each once", () => {
    expect(given.map(([name]) => name).sort()).toEqual([...SETTING_NAMES].sort());
  });

  test("tells their defaults", () => {
    const elsewhere = { DATA_DIR: path.join(os.tmpdir(), "takings-no-such-folder") };
    expect(loadSettings({ ...Object.fromEntries(given), ...elsewhere })).toEqual(loadSettings(elsewhere));
  });
});

describe("package-lock.json", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<
      string,
      { resolved?: string; link?: boolean; optionalDependencies?: Record<string, string> }
    >;
  };

  test("names no host to download from", () => {
    expect(Object.entries(packages).filter(([, entry]) => entry.resolved !== undefined)).toEqual([]);
  });

  test("has an entry for every optional dependency, so that other platforms find their binaries", () => {
    const missing = Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !placesFor(at, name).some((place) => place in packages),
      ),
    );
    expect(missing).toEqual([]);
  });
});

/** Where Node looks for a package, from the folder of another upwards. */
function placesFor(at: string, name: string): string[] {
  const places = [`${at ? `${at}/` : ""}node_modules/${name}`];
  const above = at.lastIndexOf("node_modules/");
  return at === "" || above < 0
    ? places
    : [...places, ...placesFor(at.slice(0, above).replace(/\/$/, ""), name)];
}

describe("docs/decisions", () => {
  const files = readdirSync("docs/decisions").sort();

  test("are numbered without gaps", () => {
    expect(files.map((file) => file.slice(0, 5))).toEqual(
      files.map((_, index) => `${String(index + 1).padStart(4, "0")}-`),
    );
  });

  test.each(files)("%s has its four sections, and a test that confirms it", (file) => {
    const text = papers.get(`docs/decisions/${file}`) ?? "";
    const empty = ["Context", "Decision", "Consequences"].filter(
      (heading) => sectionOf(text, heading).trim() === "",
    );
    expect(empty).toEqual([]);
    expect(referencesIn(sectionOf(text, "Confirmation"))).not.toEqual([]);
  });
});
