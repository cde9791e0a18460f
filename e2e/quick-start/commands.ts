import { readFileSync } from "node:fs";
import path from "node:path";

const README = path.resolve(import.meta.dirname, "../../README.md");
const PLACEHOLDER = "REPOSITORY_ADDRESS";

/** The commands of the README's quick start, as they are printed there: one script for each terminal. */
export interface QuickStart {
  service: string;
  platform: string;
}

/**
 * Reads the quick start of the README: of each of its two parts, the blocks marked `sh`, joined. Throws if there are
 * not two parts, or if the first does not name the address of the repository.
 */
export function readQuickStart(): QuickStart {
  const [, section = ""] = /^## Quick start\n(.*?)^## /ms.exec(readFileSync(README, "utf8")) ?? [];
  const parts = section.split(/^### /m).slice(1).map(joinBlocks);
  const [service, platform] = parts;
  if (parts.length !== 2 || !service?.includes(PLACEHOLDER) || !platform)
    throw new Error("the README's quick start must have two parts, the first with the repository's address");
  return { service, platform };
}

const joinBlocks = (part: string) =>
  [...part.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = ""]) => commands).join("");

/** Replaces the address of the repository. */
export const withAddress = (script: string, address: string): string =>
  script.replace(PLACEHOLDER, () => address);

/**
 * Lists the first lines of a script's commands. Continued lines are indented or inside of a here-document; commands
 * joined by `&&` or `;` count separately.
 */
export function listCommands(script: string): string[] {
  return script
    .replace(/(<<'END').*?^END$/gms, "$1")
    .split("\n")
    .filter((line) => /^\S/.test(line))
    .flatMap((line) => line.split(/ && |; /));
}
