import { buildPages, buildServer } from "./build.mjs";

const dev = process.argv.includes("--dev");
// Overrides the environment's value: Next and React read it when they are loaded.
process.env.NODE_ENV = dev ? "development" : "production";

try {
  await buildServer();
  const server = await import(new URL("../../dist/server.mjs", import.meta.url).href);
  await server.start({ dev, prepare: dev ? undefined : buildPages });
} catch (thrown) {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : thrown}\n`);
  process.exit(1);
}
