import { spawnSync } from "node:child_process";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");
const AUTHOR = [
  "-c",
  "user.name=Quick start",
  "-c",
  "user.email=quick-start@example.com",
  "-c",
  "commit.gpgsign=false",
];

/** Commits the files of the working tree, without ignored ones, to a new repository in a folder, to be cloned. */
export function createRepository(folder: string): void {
  const git = (...args: string[]) => {
    const { status, stderr } = spawnSync("git", ["--git-dir", path.join(folder, ".git"), ...args], {
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  };
  git("init", "--quiet", "--initial-branch", "main");
  git("--work-tree", ROOT, "add", "--all");
  git(...AUTHOR, "--work-tree", ROOT, "commit", "--quiet", "--no-verify", "--message", "Working tree");
}

/** The command that takes the installed packages and the built pages of the working tree in the place of `npm ci`. */
export const LINK_INSTALLATION = `ln -s '${ROOT}/node_modules' node_modules && cp -RP '${ROOT}/.next' .next`;
