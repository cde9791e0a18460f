import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** @param {string | undefined} file */
const existing = (file) => (file && existsSync(file) ? file : undefined);

/** Finds the Chromium of the npm package, which includes the libraries and the font that a bare machine lacks. */
async function packedChromium() {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  // The package reads this variable when it loads: only then does it unpack its libraries and set their path.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x";
  try {
    const { default: packed } = await import("@sparticuz/chromium");
    return await packed.executablePath();
  } catch {
    return undefined;
  }
}

/** @param {string} command @param {string[]} args */
function run(command, args) {
  return spawnSync(command, args, { stdio: ["ignore", 2, 2] }).status === 0;
}

function downloadedChromium() {
  run("npx", ["playwright", "install", "chromium"]);
  return existing(chromium.executablePath());
}

function distributionChromium() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  run("apt-get", ["update"]);
  run("apt-get", ["install", "--yes", "--no-install-recommends", "chromium"]);
  return existing("/usr/bin/chromium");
}

/**
 * Finds a Chromium on this machine, or downloads one. Sets what the browser needs to start in this process's
 * environment, and its path in `PW_CHROMIUM`, so that child processes skip the search. Throws if none can be found or
 * downloaded.
 *
 * @returns {Promise<string>} the path of the program
 */
export async function findBrowser() {
  const found =
    existing(process.env.PW_CHROMIUM) ??
    existing(chromium.executablePath()) ??
    INSTALLED.find(existsSync) ??
    (await packedChromium()) ??
    downloadedChromium() ??
    distributionChromium();
  if (!found)
    throw new Error(
      "There is no Chromium here and none could be had. Install one, or set PW_CHROMIUM to its path.",
    );
  process.env.PW_CHROMIUM = found;
  return found;
}
