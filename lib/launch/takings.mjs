import { buildTakings } from "./build.mjs";

process.env.NODE_ENV = "production";

try {
  await buildTakings();
} catch (thrown) {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : thrown}\n`);
  process.exit(1);
}
await import(new URL("../../dist/takings.mjs", import.meta.url).href);
