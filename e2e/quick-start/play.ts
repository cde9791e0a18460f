import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { SETTING_NAMES } from "@/lib/env";
import { createDeployment, freePort } from "../service";
import { type QuickStart, withAddress } from "./commands";
import { createRepository } from "./repository";
import { openTerminal, type Terminal } from "./terminal";

/**
 * Runs a quick start in an empty folder, with the working tree as the repository and with ports and a data folder of
 * its own, which environment variables name. Expects that the receiver verifies one event with the amount that was
 * paid, and refuses a forged one. Prints the times from the clone; returns the seconds to the verified event.
 * `readyTimeoutMs` limits the clone, the installation and the first start. Ends and removes everything.
 */
export async function play({ service, platform }: QuickStart, readyTimeoutMs: number): Promise<number> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "takings-quick-start-"));
  chmodSync(folder, 0o755);
  const [origin, empty] = [path.join(folder, "origin"), path.join(folder, "empty")];
  for (const one of [origin, empty]) mkdirSync(one);
  createRepository(origin);
  const { dataDir, remove } = createDeployment({});
  const receiverPort = String(await freePort());
  const env = {
    ...ownEnvironment(),
    ...{ DATA_DIR: dataDir, PORT: String(await freePort()), RECEIVER_PORT: receiverPort },
    // Empty: every package is downloaded, as for a new user.
    npm_config_cache: path.join(folder, "npm-cache"),
  };
  const terminals: Terminal[] = [];
  const open = (script: string) => {
    const terminal = openTerminal(script, empty, env);
    terminals.push(terminal);
    return terminal;
  };
  const startedAt = Date.now();
  const secondsSinceStart = () => (Date.now() - startedAt) / 1000;
  try {
    await open(withAddress(service, origin)).waitFor(/^Takings is ready at /m, readyTimeoutMs);
    const readySeconds = secondsSinceStart();
    const second = open(platform);
    const [, verified] = await second.waitFor(/^Verified: transaction\.received, ([\d.]+) naira$/m, 30_000);
    const seconds = secondsSinceStart();
    const [, paid] = await second.waitFor(/^Acknowledged +1, ([\d.]+) naira$/m, 10_000);
    expect(verified, "the amount of the event").toBe(paid);
    await expectForgeryRefused(second, receiverPort);
    process.stdout.write(
      `Ready after ${readySeconds.toFixed(1)} s, first verified event after ${seconds.toFixed(1)} s\n`,
    );
    return seconds;
  } finally {
    for (const terminal of terminals.reverse()) await terminal.close();
    remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the environment of this process without settings of the service, as a new user has it. */
function ownEnvironment(): Record<string, string | undefined> {
  const removed = new Set([...SETTING_NAMES, "NODE_ENV", "FORCE_COLOR"]);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !removed.has(name)));
}

/** Sends the receiver an event that is signed with another secret. */
async function expectForgeryRefused(terminal: Terminal, port: string): Promise<void> {
  const body = '{"event":"transaction.received","session_id":"ses_x","data":{"amount":"1.00"}}';
  const at = new Date();
  const forged = new Webhook(`whsec_${Buffer.alloc(24, 7).toString("base64")}`).sign("evt_x", at, body);
  const headers = {
    "webhook-id": "evt_x",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": forged,
  };
  const { status } = await fetch(`http://127.0.0.1:${port}/events`, { method: "POST", headers, body });
  expect(status, "a forged event").toBe(400);
  await terminal.waitFor(/^Refused: /m, 5_000);
  expect(terminal.output().match(/^Verified: /gm), "verified events").toHaveLength(1);
}
