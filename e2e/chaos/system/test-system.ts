import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { randomFrom } from "@/lib/cli/simulate/random";
import type { Fault, FaultSetup } from "../fault";
import { Inbox } from "../inbox";
import { Ledger } from "../ledger";
import type { LoadTarget, PaidSession } from "../load";
import { type Receivers, startReceivers } from "../receivers";
import { Traffic } from "../traffic";
import { isAlive, listProcessTree, pollUntil, postmasterOf, signalAll } from "./processes";
import { Service } from "./service";
import { type DatabaseAddress, embeddedCluster, getSystemUrl, readSecrets, runTakings } from "./stored-data";

const SESSIONS = 10;
const TERMINALS = 2;
const STOP_LIMIT_MS = 20_000;
/** Retries with short intervals and without an end, so that a round shows what would take days. */
const SETTINGS = {
  WEBHOOK_TIMEOUT_MS: "2000",
  WEBHOOK_RETRY_SCHEDULE_MS: [250, 500, 1_000, ...Array.from({ length: 40 }, () => 2_000)].join(),
};

/** The shared state of a fault's rounds: a service, its sessions and receivers, and the ledger. */
export interface TestSystem {
  service: Service;
  /** The settings with which the command line finds the same database. */
  settings: Record<string, string>;
  database: DatabaseAddress;
  traffic: Traffic;
  ledger: Ledger;
  inbox: Inbox;
  receivers: Receivers;
  loadTarget: Omit<LoadTarget, "run">;
  note: string | undefined;
  /** The folder of the database's data, embedded or external. */
  clusterDirectory(): string;
  close(): Promise<void>;
}

interface Keys {
  api_key: string;
  signing_secret: string;
}

/** Sets up a fault: its resources, a running service, and sessions whose events go to four receivers. */
export async function openTestSystem(
  fault: Pick<Fault, "prepare">,
  folder: string,
  journal: string,
  seed: number,
): Promise<TestSystem> {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const setting: FaultSetup = (await fault.prepare?.({ folder })) ?? {};
  const dataDir = setting.dataDir ?? path.join(folder, "data");
  const settings: Record<string, string> = { ...SETTINGS, DATA_DIR: dataDir, ...setting.settings };
  const service = await Service.at({
    settings: { ...settings, ...setting.environment },
    journal,
    within: setting.within,
  });
  const cleanUp = [setting.clear, () => leave(service, dataDir)];
  const close = async () => {
    for (const step of cleanUp.reverse()) await step?.();
  };
  try {
    await service.start();
    const keys = await runTakings<Keys>(settings, "keys", "issue", "--organisation", "Chaos");
    const inbox = new Inbox(keys.signing_secret, setting.isClockTrue);
    const receivers = await startReceivers(inbox, seed);
    cleanUp.push(receivers.close);
    const traffic = new Traffic(service.origin);
    cleanUp.push(() => traffic.close());
    const ledger = new Ledger();
    const sessions = await openSessions(traffic, keys.api_key, receivers.urls);
    const { secrets, random } = { secrets: readSecrets(dataDir), random: randomFrom(seed) };
    return {
      service,
      settings,
      traffic,
      ledger,
      inbox,
      receivers,
      database: { dataDir, databaseUrl: getSystemUrl(settings) },
      loadTarget: { traffic, ledger, sessions, secrets, random, apiKey: keys.api_key },
      note: setting.note,
      clusterDirectory: () => setting.clusterDirectory ?? embeddedCluster(dataDir).directory,
      close,
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** Creates the sessions over the API, each with an account and terminals, and with the receivers in turn. */
async function openSessions(traffic: Traffic, apiKey: string, urls: string[]): Promise<PaidSession[]> {
  const open = async (_: unknown, index: number): Promise<PaidSession> => {
    const answer = await traffic.send({
      method: "POST",
      path: "/v1/sessions",
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      body: JSON.stringify({
        external_event_id: `chaos-${index}`,
        name: `Chaos ${index}`,
        collection: { account: true, pos: true, pos_count: TERMINALS },
        webhook_url: urls[index % urls.length],
      }),
    });
    if (answer?.status !== 201) throw new Error(`A session could not be created: ${answer?.text}`);
    const { data } = JSON.parse(answer.text);
    return {
      sessionId: data.session_id,
      account: data.collection_account.account_number,
      terminals: data.pos_terminals.map((terminal: { terminal_id: string }) => terminal.terminal_id),
    };
  };
  return Promise.all(Array.from({ length: SESSIONS }, open));
}

/** Stops the service, and the embedded database if it is still running. */
async function leave(service: Service, dataDir: string): Promise<void> {
  await service.terminate();
  const file = path.join(dataDir, "cluster.json");
  const postmaster = existsSync(file) ? postmasterOf(embeddedCluster(dataDir).directory) : undefined;
  if (!postmaster) return;
  const family = listProcessTree(postmaster).map(({ pid }) => pid);
  signalAll(family, "SIGCONT");
  signalAll([postmaster], "SIGINT");
  if (await pollUntil(() => !isAlive(postmaster), STOP_LIMIT_MS)) return;
  signalAll(family, "SIGKILL");
}
