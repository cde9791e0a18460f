import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

process.chdir(path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../../.."));
await build({
  entryPoints: ["lib/bank/testing/emulators/start.ts"],
  outfile: "dist/emulators/start.mjs",
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
});
const { startAll } = await import(path.resolve("dist/emulators/start.mjs"));
await startAll(process.argv[2] ?? "http://127.0.0.1:3000");
