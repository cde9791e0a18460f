/** Guarantee: the documents name only files and tests that exist, and their lists are complete. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { ERRORS, type ErrorCode } from "@/lib/core/errors/errors";
import { loadSettings, SETTING_NAMES } from "@/lib/env";
import {
  filesIn,
  type Reference,
  readDocuments,
  referencesIn,
  rowsOf,
  sectionOf,
  titlesOf,
} from "./documentation";
import { readSources } from "./sources.mjs";

const sources = readSources(process.cwd());
const titles = new Map(
  sources.filter(({ isTest }) => isTest).map((source) => [source.file, titlesOf(source)]),
);
const documents = readDocuments();
const readme = documents.get("README.md") ?? "";

const isMissing = ({ file, title }: Reference) => !titles.get(file)?.includes(title);

/** Lists the endpoints that the route files export, such as `GET /v1/sessions/:session_id`. */
function listEndpoints(): string[] {
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

describe("every document", () => {
  test.each([...documents.keys()])("%s names only tests that exist", (file) => {
    const missing = referencesIn(documents.get(file) ?? "").filter(isMissing);
    expect(missing.map((named) => `${named.file} "${named.title}"`)).toEqual([]);
  });

  test.each([...documents.keys()])("%s names only files that exist", (file) => {
    const text = documents.get(file) ?? "";
    const linked = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)[^)]*\)/g)].map(([, target = ""]) =>
      path.join(path.dirname(file), target),
    );
    const exists = (target: string) =>
      existsSync(target) || existsSync(`${target}.ts`) || existsSync(`${target}.mjs`);
    expect([...filesIn(text), ...linked].filter((target) => !exists(target))).toEqual([]);
  });
});

describe("the README", () => {
  test("has a row with a test for each endpoint, thirteen of them of the specification, and no other", () => {
    const rows = rowsOf(sectionOf(readme, "From specification to test"));
    const listed = rows
      .map(([, endpoint = ""]) => endpoint.replaceAll("`", ""))
      .filter((text) => text.includes("/v1"));
    expect(rows.filter(([section = ""]) => section.startsWith("4."))).toHaveLength(13);
    expect([...listed].sort()).toEqual(listEndpoints().sort());
    expect(rows.filter((cells) => referencesIn(cells.at(-1) ?? "").length === 0)).toEqual([]);
  });

  test("has a line for each npm script and no other", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    const listed = rowsOf(sectionOf(readme, "Commands")).map(([command = ""]) =>
      command
        .replaceAll("`", "")
        .replace(/^npm (run )?(--silent )?/, "")
        .replace(/ .*$/, ""),
    );
    expect(listed.sort()).toEqual(Object.keys(scripts).sort());
  });
});

describe("docs/api.md", () => {
  const text = documents.get("docs/api.md") ?? "";
  /** Errors that only the dashboard's routes answer. */
  const DASHBOARD_ONLY: readonly ErrorCode[] = [
    "second_factor_required",
    "forbidden",
    "reauthentication_required",
    "second_factor_setup_required",
  ];

  test("lists and describes each endpoint of /v1 and no other", () => {
    const listed = [...sectionOf(text, "Overview").matchAll(/\[`([A-Z]+ [^`]+)`\]\(#/g)];
    const described = [...sectionOf(text, "Endpoints").matchAll(/^### `([^`]+)`$/gm)];
    const endpoints = listEndpoints().sort();
    expect(listed.map(([, endpoint]) => endpoint).sort()).toEqual(endpoints);
    expect(described.map(([, endpoint]) => endpoint).sort()).toEqual(endpoints);
  });

  test("lists every error of /v1 with its status", () => {
    const errors = rowsOf(sectionOf(text, "Errors"))
      .map(([status = "", code = ""]) => `${status} ${code.replaceAll("`", "")}`)
      .filter((error) => /^\d/.test(error));
    const expected = Object.entries(ERRORS)
      .filter(([code]) => !DASHBOARD_ONLY.some((other) => other === code))
      .map(([code, { status }]) => `${status} ${code}`);
    expect([...new Set(errors)].sort()).toEqual(expected.sort());
  });
});

describe("docs/architecture.md", () => {
  const text = documents.get("docs/architecture.md") ?? "";
  const foldersOf = (parent: string) =>
    readdirSync(parent, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [entry.name] : [],
    );

  test.each(["lib", "e2e"])("describes every folder of %s", (parent) => {
    const missing = foldersOf(parent).filter((folder) => !text.includes(`\`${parent}/${folder}\``));
    expect(missing).toEqual([]);
  });

  test("describes every folder of components", () => {
    const missing = foldersOf("components").filter(
      (folder) => !text.includes(`\`${folder}\``) && !text.includes(`\`components/${folder}\``),
    );
    expect(missing).toEqual([]);
  });
});

describe("docs/not-shown.md", () => {
  test("names a test in every row", () => {
    const rows = rowsOf(documents.get("docs/not-shown.md") ?? "").filter((cells) => cells.length > 2);
    expect(rows.length).toBeGreaterThan(45);
    const untested = rows.filter((cells) => referencesIn(cells.at(-1) ?? "").length === 0);
    expect(untested.map((cells) => cells.slice(0, -1).join(" | "))).toEqual([]);
  });
});

describe(".env.example", () => {
  const settings = [...readFileSync(".env.example", "utf8").matchAll(/^#([A-Z][A-Z_]+)=(.*)$/gm)].map(
    ([, name = "", value = ""]): [string, string] => [name, value],
  );

  test("lists exactly the settings that lib/env.ts reads, each once", () => {
    expect(settings.map(([name]) => name).sort()).toEqual([...SETTING_NAMES].sort());
  });

  test("contains their default values", () => {
    const emptyDataDir = { DATA_DIR: path.join(os.tmpdir(), "takings-no-such-folder") };
    expect(loadSettings({ ...Object.fromEntries(settings), ...emptyDataDir })).toEqual(
      loadSettings(emptyDataDir),
    );
  });
});

describe.each(["package-lock.json", "e2e/lighthouse/package-lock.json", "e2e/charts/package-lock.json"])(
  "%s",
  (file) => {
    const { packages } = JSON.parse(readFileSync(file, "utf8")) as {
      packages: Record<
        string,
        { resolved?: string; link?: boolean; optionalDependencies?: Record<string, string> }
      >;
    };

    test("contains no download URL", () => {
      expect(Object.entries(packages).filter(([, entry]) => entry.resolved !== undefined)).toEqual([]);
    });

    test("has an entry for every optional dependency, so that other platforms find their binaries", () => {
      const missing = Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
        Object.keys(optionalDependencies).filter(
          (name) => !lookupPaths(at, name).some((folder) => folder in packages),
        ),
      );
      expect(missing).toEqual([]);
    });
  },
);

/** Lists the folders in which Node looks for a package that another one imports, innermost first. */
function lookupPaths(at: string, name: string): string[] {
  const folders = [`${at ? `${at}/` : ""}node_modules/${name}`];
  const index = at.lastIndexOf("node_modules/");
  return at === "" || index < 0
    ? folders
    : [...folders, ...lookupPaths(at.slice(0, index).replace(/\/$/, ""), name)];
}

describe("docs/decisions", () => {
  const files = readdirSync("docs/decisions").sort();

  test("are numbered without gaps", () => {
    expect(files.map((file) => file.slice(0, 5))).toEqual(
      files.map((_, index) => `${String(index + 1).padStart(4, "0")}-`),
    );
  });

  test.each(files)("%s has its four sections and names a test that confirms it", (file) => {
    const text = documents.get(`docs/decisions/${file}`) ?? "";
    const empty = ["Context", "Decision", "Consequences"].filter(
      (heading) => sectionOf(text, heading).trim() === "",
    );
    expect(empty).toEqual([]);
    expect(referencesIn(sectionOf(text, "Confirmation"))).not.toEqual([]);
  });
});
