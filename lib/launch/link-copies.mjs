import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";

/** The begin of the last line of a script, which names it. */
const OWN_NAME = "\n//# sourceMappingURL=";

/**
 * Replaces copies of a script by links to the first one. Next's build writes the same code once for each group of pages
 * that uses it; Node loads a file once for all links to it. Does nothing on Windows, where links need a permission.
 *
 * @param {string} folder
 */
export function linkCopies(folder) {
  if (process.platform === "win32") return;
  /** @type {Map<string, string>} */
  const originals = new Map();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".js")) continue;
    const file = path.join(folder, entry.name);
    const script = readFileSync(file);
    const end = script.lastIndexOf(OWN_NAME);
    const code = end === -1 ? script : script.subarray(0, end);
    const hash = createHash("sha256").update(code).digest("hex");
    const original = originals.get(hash);
    if (original) {
      rmSync(file);
      symlinkSync(original, file);
    } else originals.set(hash, entry.name);
  }
}
