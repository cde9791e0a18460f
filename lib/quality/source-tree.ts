import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** The files of a small project: texts by path. */
export type SourceTree = Record<string, string>;

/** Writes a tree to a new temporary folder, which is deleted after the test. Returns the folder. */
export function writeTree(tree: SourceTree): string {
  const root = mkdtempSync(path.join(os.tmpdir(), "takings-quality-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const tsconfig = JSON.stringify({
    // Without a baseUrl, dependency-cruiser resolves @/ from the working directory.
    compilerOptions: {
      module: "esnext",
      moduleResolution: "bundler",
      baseUrl: ".",
      paths: { "@/*": ["./*"] },
    },
  });
  for (const folder of ["app", "components", "lib", "drizzle", "e2e"]) mkdirSync(path.join(root, folder));
  for (const [file, text] of Object.entries({ "tsconfig.json": tsconfig, "package.json": "{}", ...tree })) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return root;
}
