/** Guarantee: the samples of `deploy` keep secrets out of the repository and the image, and accept what the service accepts. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSettings } from "@/lib/env";
import { readDocuments } from "./documentation";

const samples = readdirSync("deploy", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "utf8"));

describe("a file with settings that the documents say to create", () => {
  const commands = /(?:\bcp \S+ |\bcat > |--(?:from-)?env-file )([^\s/]\S*)/g;
  const named = [...readDocuments().values(), ...samples].flatMap((text) =>
    [...text.matchAll(commands)].map(([, file = ""]) => file),
  );
  const files = [...new Set(named)].filter((file) => /\.env\b/.test(file)).sort();

  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "takings-ignored-"));
    execFileSync("git", ["init", "--quiet", folder]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Returns whether git, in a repository with these patterns, ignores a file. */
  function isIgnored(file: string, patterns: string): boolean {
    writeFileSync(path.join(folder, ".gitignore"), patterns);
    const args = ["-C", folder, "-c", "core.excludesFile=", "check-ignore", "--quiet", file];
    return spawnSync("git", args).status === 0;
  }

  test("is one of Compose, Kubernetes or the guide to going live", () => {
    expect(files).toEqual([".env.emulated", "deploy/compose.env", "takings.env"]);
  });

  test.each([".env", ...files])("is not committed: %s", (file) => {
    expect(isIgnored(file, readFileSync(".gitignore", "utf8"))).toBe(true);
  });

  test.each([".env", ...files])("is not copied into the image: %s", (file) => {
    const patterns = readFileSync("deploy/image/Dockerfile.dockerignore", "utf8");
    // Docker's patterns are git's, except that all of them start at the root.
    expect(isIgnored(file, patterns.replace(/^(!?)(?=.)/gm, "$1/"))).toBe(true);
  });
});

test.each([
  ["deploy/caddy/Caddyfile", /max_size (\d+)MiB$/m],
  ["deploy/nginx/takings.conf", /client_max_body_size (\d+)m;/],
  ["deploy/helm/takings/templates/ingress.yaml", /proxy-body-size: (\d+)m$/m],
])("%s allows the largest body that the service accepts", (file, size) => {
  const [, mebibytes] = size.exec(readFileSync(file, "utf8")) ?? [];
  expect(Number(mebibytes) * 1_048_576).toBe(loadSettings({}).bankBodyLimitBytes);
});
