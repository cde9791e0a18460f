import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** A small house: the texts of its files by their paths. */
export type Tree = Record<string, string>;

/** Writes a tree to a folder of its own, gone when the test has ended, and answers where it stands. */
export function plant(tree: Tree): string {
  const root = mkdtempSync(path.join(os.tmpdir(), "takings-house-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const tsconfig = JSON.stringify({
    // Without a baseUrl, dependency-cruiser takes @/ from the working directory.
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
