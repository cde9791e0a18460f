import { spawn } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type { Binaries } from "./binaries";
import type { OsUser } from "./os-user";
import { MINIMAL_ENVIRONMENT } from "./postmaster";

/** The passwords of the two login roles; only letters, digits, `-` and `_`. */
export interface ClusterPasswords {
  application: string;
  owner: string;
}

interface CreateOptions {
  binaries: Binaries;
  runner: OsUser;
  directory: string;
  passwords: ClusterPasswords;
  /** For temporary clusters: nothing is flushed to disk. */
  isEphemeral?: boolean;
}

/** Allows only local TCP connections with a password; the superuser has none and so cannot connect. */
const HOST_RULES = "host all all 127.0.0.1/32 scram-sha-256\n";
const DRAFT_MARK = ".new-";

/** Returns the PostgreSQL major version of a data directory; undefined if there is none. */
export function readMajorVersion(directory: string): number | undefined {
  const file = path.join(directory, "PG_VERSION");
  return existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : undefined;
}

/**
 * Creates a cluster with the database `takings`, its owner `takings_owner` (used for migrations) and the login
 * `takings` (which owns nothing). `directory` appears only when the cluster is complete, even if this process is
 * killed.
 */
export async function createCluster(options: CreateOptions): Promise<void> {
  const { binaries, runner, directory, isEphemeral = false } = options;
  mkdirSync(path.dirname(directory), { recursive: true });
  removeDrafts(directory);
  // mkdtemp creates it with mode 0700, which initdb requires; its parents keep their modes, so that the runner can pass.
  const draft = mkdtempSync(directory + DRAFT_MARK);
  if (runner.uid !== undefined && runner.gid !== undefined) chownSync(draft, runner.uid, runner.gid);
  await run(runner, binaries.initdb, [
    ...["-D", draft, "-U", "postgres", "-E", "UTF8", "--locale=C", "--auth=reject", "--data-checksums"],
    ...(isEphemeral ? ["--no-sync"] : []),
  ]);
  writeFileSync(path.join(draft, "pg_hba.conf"), HOST_RULES);
  await runSingleUser(
    { ...options, directory: draft },
    "create role takings_owner",
    "create role takings",
    ...passwordStatements(options.passwords),
    "create database takings owner takings_owner",
  );
  renameSync(draft, directory);
}

/** Sets the passwords of both roles in a stopped cluster; used after the loss of `secrets.json`. */
export async function setPasswords(options: CreateOptions): Promise<void> {
  await runSingleUser(options, ...passwordStatements(options.passwords));
}

function passwordStatements({ application, owner }: ClusterPasswords): string[] {
  if (!/^[\w-]+$/.test(application + owner)) {
    throw new Error("DATABASE_PASSWORD and DATABASE_OWNER_PASSWORD may hold letters, digits, - and _ only.");
  }
  return [
    `alter role takings_owner login createrole password '${owner}'`,
    `alter role takings login noinherit password '${application}'`,
  ];
}

/** Runs statements of one line each as the superuser in a stopped cluster. */
export async function runSingleUser(options: CreateOptions, ...statements: string[]): Promise<void> {
  // Failed statements are not repeated in the error message, because they can contain a password.
  const flags = [
    "--single",
    "-D",
    options.directory,
    "-c",
    "exit_on_error=on",
    "-c",
    "log_min_error_statement=panic",
  ];
  if (options.isEphemeral) flags.push("-c", "fsync=off");
  await run(options.runner, options.binaries.postgres, [...flags, "postgres"], statements.join("\n"));
}

/** Removes incomplete clusters of killed starts. */
function removeDrafts(directory: string): void {
  for (const name of readdirSync(path.dirname(directory))) {
    if (!name.startsWith(path.basename(directory) + DRAFT_MARK)) continue;
    rmSync(path.join(path.dirname(directory), name), { recursive: true, force: true });
  }
}

/** Runs a program to completion. Rejects with its stderr output if it fails. */
function run(runner: OsUser, program: string, args: string[], input = ""): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...runner,
      cwd: "/",
      env: MINIMAL_ENVIRONMENT,
      stdio: ["pipe", "ignore", "pipe"],
    });
    let stderr = "";
    child.stderr.on("data", (chunk) => {
      stderr += String(chunk);
    });
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) return resolve();
      reject(new Error(`${path.basename(program)} failed:\n${stderr.trim()}`));
    });
    child.stdin.on("error", () => {});
    child.stdin.end(`${input}\n`);
  });
}
