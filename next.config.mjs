import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(fileURLToPath(import.meta.url));

/** @type {import("next").NextConfig} */
export default {
  turbopack: { root },
  images: { unoptimized: true },
  poweredByHeader: false,
  // A page that a role may not see says so with status 403 (`forbidden()`).
  experimental: { authInterrupts: true },
  // Types are checked by the tests; a start need not check them again, nor have what the tests need.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["pino", "postgres"],
};
