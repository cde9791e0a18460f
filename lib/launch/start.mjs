import cluster from "node:cluster";
import { readFileSync } from "node:fs";
import { buildPages, buildServer } from "./build.mjs";

const dev = process.argv.includes("--dev");
// The container image contains the built files without their sources.
const isBuilt = process.argv.includes("--built");
// Overrides the environment's value: Next and React read it when they are loaded.
process.env.NODE_ENV = dev ? "development" : "production";

// As the server of Next's own standalone output does: Next then needs neither `next.config.mjs` nor its bundler.
if (isBuilt) {
  const { config } = JSON.parse(readFileSync(".next/required-server-files.json", "utf8"));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}

try {
  if (!isBuilt && cluster.isPrimary) await buildServer();
  const server = await import(new URL("../../dist/server.mjs", import.meta.url).href);
  await server.start({ dev, prepare: dev || isBuilt || cluster.isWorker ? undefined : buildPages });
} catch (thrown) {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : thrown}\n`);
  process.exit(1);
}
