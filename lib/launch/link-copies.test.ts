// Guarantee: scripts with the same code become one file, and no other script changes.
import { lstatSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { linkCopies } from "./link-copies.mjs";

test.skipIf(process.platform === "win32")("copies that differ only in their own name become links", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "takings-links-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, code: string) =>
    writeFileSync(path.join(folder, name), `${code}\n\n//# sourceMappingURL=${name}.map`);
  write("a.js", "module.exports = 1;");
  write("b.js", "module.exports = 1;");
  write("c.js", "module.exports = 2;");
  write("d.json", "module.exports = 1;");
  linkCopies(folder);
  const names = ["a.js", "b.js", "c.js", "d.json"];
  const isLink = (name: string) => lstatSync(path.join(folder, name)).isSymbolicLink();
  expect(names.filter(isLink)).toEqual(["b.js"]);
  expect(readFileSync(path.join(folder, "b.js"), "utf8")).toContain("a.js.map");
  linkCopies(folder);
  expect(names.filter(isLink)).toEqual(["b.js"]);
});
