import path from "node:path";
import { fileURLToPath } from "node:url";
import { linkCopies } from "./lib/launch/link-copies.mjs";

const root = path.dirname(fileURLToPath(import.meta.url));

/** @type {import("next").NextConfig} */
export default {
  turbopack: { root },
  images: { unoptimized: true },
  poweredByHeader: false,
  compiler: {
    // Before the build itself loads the scripts of all pages (docs/decisions/0038-scripts-of-the-service.md).
    runAfterProductionCompile: async ({ distDir }) => {
      for (const folder of ["chunks", "chunks/ssr"]) linkCopies(path.join(distDir, "server", folder));
      // To lib/launch/build.mjs, which prepares the browsers' files meanwhile.
      if (process.connected) process.send("compiled");
    },
  },
  experimental: {
    // Lets pages respond with status 403 (`forbidden()`).
    authInterrupts: true,
    // A navigation without a connection waits for it, instead of leaving for the browser's error page.
    useOffline: true,
    // Loading all pages takes a third of a start, and saves the first request of a page 30 ms.
    preloadEntriesOnStart: false,
    // Node reads source maps only with --enable-source-maps, which the service does not set.
    serverSourceMaps: false,
    // Half of the time of a build; but where equal scripts cannot be links, their copies should be small
    // (docs/decisions/0038-scripts-of-the-service.md).
    serverMinification: process.platform === "win32",
    // A third of the time of a first build, and 160 MB, for builds that seldom follow.
    turbopackFileSystemCacheForBuild: false,
  },
  // Types are checked by the quality checks; a build at start neither repeats that nor needs the dev dependencies.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["pino", "postgres", "prom-client"],
};
