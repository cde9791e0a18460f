import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(fileURLToPath(import.meta.url));

/** @type {import("next").NextConfig} */
export default {
  turbopack: { root },
  images: { unoptimized: true },
  poweredByHeader: false,
  // Lets pages respond with status 403 (`forbidden()`).
  experimental: { authInterrupts: true },
  // Types are checked by the quality checks; a build at start neither repeats that nor needs the dev dependencies.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["pino", "postgres"],
};
