/**
 * Upgrades a service under load, from the version in `before` to this one, as `docs/operations.md` says: the new version
 * migrates and starts beside the old one, requests move to it, the old one is stopped. No request may fail.
 */
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";
import { z } from "zod";
import { composePayment } from "@/lib/bank/testing/emulators/notifications";
import { assertDefined } from "@/lib/core/errors/assert";
import { ExternalCluster } from "../chaos/system/cluster";
import { Service } from "../chaos/system/service";
import { readSecrets, runTakings } from "../chaos/system/stored-data";

const folder = assertDefined(process.env.UPGRADE_FOLDER, "run.mjs creates the folder");
const rate = Number(process.env.UPGRADE_RATE);
const partMs = (Number(process.env.UPGRADE_SECONDS) * 1_000) / 3;
const print = (line: string) => void process.stdout.write(`${line}\n`);

const Session = z.object({
  data: z.object({ collection_account: z.object({ account_number: z.string() }) }),
});

const cluster = await ExternalCluster.open(path.join(folder, "database"));
const settings = { ...cluster.settings, DATA_DIR: path.join(folder, "data") };
const inFolder = ["sh", "-c", 'cd "$0" && exec "$@"', path.join(folder, "before")];
const [old, next] = await Promise.all([
  Service.at({ settings, journal: path.join(folder, "before.log"), within: inFolder }),
  Service.at({ settings, journal: path.join(folder, "after.log") }),
]);
const agent = new Agent({ connections: 64, keepAliveTimeout: 30_000 });
const failures: string[] = [];
let origin = old.origin;
let sent = 0;
let acknowledged = 0;
let slowestMs = 0;

try {
  await old.start();
  const { api_key: key } = await runTakings<{ api_key: string }>(
    settings,
    ...["keys", "issue", "--organisation", "Upgrade"],
  );
  const account = await openSession(key);
  const secret = assertDefined(readSecrets(settings.DATA_DIR).PAYSTACK_SECRET_KEY, "the start generates it");
  const stopping = new AbortController();
  const load = sendPayments(account, secret, stopping.signal);
  await sleep(partMs);
  const beforeStart = sent;
  await next.start();
  print(`The new version was ready after ${sent - beforeStart} payments at the old one.`);
  await sleep(partMs);
  origin = next.origin;
  await sleep(1_000);
  await old.terminate();
  await sleep(partMs);
  stopping.abort();
  await load;
  await report();
} finally {
  await old.terminate();
  await next.terminate();
  await agent.close();
  await cluster.stop();
}

async function openSession(key: string): Promise<string> {
  const answer = await request(`${origin}/v1/sessions`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({
      external_event_id: "upgrade",
      name: "Upgrade",
      collection: { account: true, pos: false },
    }),
  });
  return Session.parse(await answer.body.json()).data.collection_account.account_number;
}

/** Reports payments at the rate until the signal aborts, each once. */
async function sendPayments(account: string, secret: string, signal: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  const running: Promise<void>[] = [];
  for (let number = 0; !signal.aborted; number++) {
    const waitMs = startedAt + (number * 1_000) / rate - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    running.push(notify(number, account, secret));
  }
  await Promise.all(running);
}

async function notify(number: number, account: string, secret: string): Promise<void> {
  const key = `upgrade-${number}`;
  const payment = {
    ...{ key, account, amount: 10_000n, status: "successful" as const },
    ...{ senderName: "Ngozi Obi", narration: key, paidAt: new Date() },
  };
  const { headers, body } = composePayment("paystack", payment, secret);
  sent++;
  const startedAt = performance.now();
  try {
    const answer = await request(`${origin}/v1/webhooks/bank`, {
      method: "POST",
      headers,
      body,
      dispatcher: agent,
    });
    const text = await answer.body.text();
    if (answer.statusCode === 200) acknowledged++;
    else failures.push(`${key}: ${answer.statusCode} ${text.slice(0, 200)}`);
  } catch (thrown) {
    failures.push(`${key}: ${String(thrown)}`);
  }
  slowestMs = Math.max(slowestMs, performance.now() - startedAt);
}

async function report(): Promise<void> {
  const { differences } = await runTakings<{ differences: unknown[] }>(settings, "verify");
  print(`${sent} payments at ${rate} a second: ${acknowledged} acknowledged, ${failures.length} failed.`);
  print(`Slowest answer ${slowestMs.toFixed(0)} ms. Verify: ${differences.length} differences.`);
  for (const failure of failures.slice(0, 20)) print(`  WRONG: ${failure}`);
  const stops = [...old.violations, ...next.violations];
  for (const { check, evidence } of stops) print(`  WRONG: ${check}: ${evidence}`);
  process.exitCode = failures.length + differences.length + stops.length === 0 && sent >= rate ? 0 : 1;
}
