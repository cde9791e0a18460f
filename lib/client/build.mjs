import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import ts from "typescript";

const FOLDER = path.dirname(fileURLToPath(import.meta.url));
const DIST = path.join(FOLDER, "../../dist");
const RESULT = path.join(DIST, "client");

/**
 * Builds the package of the client in `dist/client`: one ES module, its declarations, README and package.json. Returns the
 * folder. Throws if the types are wrong.
 */
export async function buildClient() {
  rmSync(RESULT, { recursive: true, force: true });
  mkdirSync(RESULT, { recursive: true });
  await build({
    entryPoints: [path.join(FOLDER, "index.ts")],
    outfile: path.join(RESULT, "index.js"),
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    logLevel: "warning",
  });
  writeDeclarations();
  cpSync(path.join(FOLDER, "package"), RESULT, { recursive: true });
  return RESULT;
}

function writeDeclarations() {
  const program = ts.createProgram([path.join(FOLDER, "index.ts")], {
    ...{ declaration: true, emitDeclarationOnly: true, outDir: RESULT, rootDir: FOLDER },
    ...{ target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
    ...{ moduleResolution: ts.ModuleResolutionKind.Bundler, strict: true, types: ["node"] },
  });
  const { diagnostics } = program.emit();
  const faults = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (faults.length > 0)
    throw new Error(
      faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")).join("\n"),
    );
  // Node resolves relative imports only with their extension.
  for (const file of readdirSync(RESULT).filter((name) => name.endsWith(".d.ts"))) {
    const text = readFileSync(path.join(RESULT, file), "utf8");
    writeFileSync(path.join(RESULT, file), text.replaceAll(/from "(\.\/[^"]+)"/g, 'from "$1.js"'));
  }
}

/** Packs the built client. Returns the file. @param {string} folder */
export function packClient(folder = DIST) {
  const args = ["pack", RESULT, "--json", "--pack-destination", folder];
  const [packed] = JSON.parse(execFileSync("npm", args, { encoding: "utf8" }));
  return path.join(folder, packed.filename);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildClient();
  process.stdout.write(`${path.relative(process.cwd(), packClient())}\n`);
}
