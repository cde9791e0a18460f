import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { buildClient } from "@/lib/client/build.mjs";
import type { Platform } from "../fixtures";
import { freePort } from "../service";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** The running example platform. */
export interface TicketShop {
  url: string;
  stop(): Promise<void>;
}

/** Copies the example platform with the client into an empty folder, and starts it as a platform with this key. */
export async function startTicketShop(
  service: string,
  { apiKey, signingSecret }: Platform,
): Promise<TicketShop> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "takings-shop-"));
  cpSync(path.join(ROOT, "e2e/example-platform"), folder, { recursive: true });
  const packages = path.join(folder, "node_modules");
  rmSync(packages, { recursive: true, force: true });
  mkdirSync(packages);
  symlinkSync(await buildClient(), path.join(packages, "takings-client"));
  symlinkSync(path.join(ROOT, "node_modules/uqr"), path.join(packages, "uqr"));
  const port = String(await freePort());
  const settings = { TAKINGS_URL: service, TAKINGS_API_KEY: apiKey, TAKINGS_WEBHOOK_SECRET: signingSecret };
  const child = spawn(process.execPath, ["server.mjs"], {
    cwd: folder,
    env: { ...process.env, ...settings, PORT: port },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const isListening = new Promise<boolean>((resolve) => child.stdout.once("data", () => resolve(true)));
  if (!(await Promise.race([isListening, ended]))) throw new Error("The shop ended before it was ready.");
  const stop = async () => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true });
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}
