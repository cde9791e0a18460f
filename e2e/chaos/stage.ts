import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { randomFrom } from "@/lib/cli/simulate/random";
import { type BooksAddress, embeddedCluster, secretsOf, systemUrlOf, takings } from "./books";
import type { Fault, Setting } from "./fault";
import { Inbox } from "./inbox";
import { Ledger } from "./ledger";
import type { Loading, Till } from "./load";
import { familyOf, holds, isAlive, postmasterOf, signalAll } from "./processes";
import { type Receivers, startReceivers } from "./receivers";
import { Service } from "./service";
import { Traffic } from "./traffic";

const SESSIONS = 10;
const TERMINALS = 2;
const STOP_LIMIT_MS = 20_000;
/** Retries that come soon and do not run out, so that a round shows what days would. */
const SETTINGS = {
  WEBHOOK_TIMEOUT_MS: "2000",
  WEBHOOK_RETRY_SCHEDULE_MS: [250, 500, 1_000, ...Array.from({ length: 40 }, () => 2_000)].join(),
};

/** All that the rounds of one fault share: a service, its sessions and receivers, and the ledger. */
export interface Stage {
  service: Service;
  /** The settings by which the command line finds the same books. */
  settings: Record<string, string>;
  books: BooksAddress;
  traffic: Traffic;
  ledger: Ledger;
  inbox: Inbox;
  receivers: Receivers;
  loading: Omit<Loading, "run">;
  note: string | undefined;
  /** The folder of the database's data, wherever it runs. */
  clusterDirectory(): string;
  close(): Promise<void>;
}

interface Keys {
  api_key: string;
  signing_secret: string;
}

/** Opens the stage of a fault: its ground, a service that runs, sessions whose events go to four receivers. */
export async function openStage(
  fault: Pick<Fault, "prepare">,
  folder: string,
  journal: string,
  seed: number,
): Promise<Stage> {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const setting: Setting = (await fault.prepare?.({ folder })) ?? {};
  const dataDir = setting.dataDir ?? path.join(folder, "data");
  const settings: Record<string, string> = { ...SETTINGS, DATA_DIR: dataDir, ...setting.settings };
  const service = await Service.at({
    settings: { ...settings, ...setting.environment },
    journal,
    within: setting.within,
  });
  const undo = [setting.clear, () => leave(service, dataDir)];
  const close = async () => {
    for (const step of undo.reverse()) await step?.();
  };
  try {
    await service.start();
    const keys = await takings<Keys>(settings, "keys", "issue", "--organisation", "Chaos");
    const inbox = new Inbox(keys.signing_secret, setting.isClockTrue);
    const receivers = await startReceivers(inbox, seed);
    undo.push(receivers.close);
    const traffic = new Traffic(service.origin);
    undo.push(() => traffic.close());
    const ledger = new Ledger();
    const tills = await openSessions(traffic, keys.api_key, receivers.urls);
    const { secrets, random } = { secrets: secretsOf(dataDir), random: randomFrom(seed) };
    return {
      service,
      settings,
      traffic,
      ledger,
      inbox,
      receivers,
      books: { dataDir, databaseUrl: systemUrlOf(settings) },
      loading: { traffic, ledger, tills, secrets, random, apiKey: keys.api_key },
      note: setting.note,
      clusterDirectory: () => setting.clusterDirectory ?? embeddedCluster(dataDir).directory,
      close,
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** Opens the sessions over the API, each with an account and terminals, their receivers in turn. */
async function openSessions(traffic: Traffic, apiKey: string, urls: string[]): Promise<Till[]> {
  const open = async (_: unknown, index: number): Promise<Till> => {
    const answer = await traffic.ask({
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
    if (answer?.status !== 201) throw new Error(`A session could not be opened: ${answer?.text}`);
    const { data } = JSON.parse(answer.text);
    return {
      sessionId: data.session_id,
      account: data.collection_account.account_number,
      terminals: data.pos_terminals.map((terminal: { terminal_id: string }) => terminal.terminal_id),
    };
  };
  return Promise.all(Array.from({ length: SESSIONS }, open));
}

/** Stops the service, and the embedded database where that has outlived it. */
async function leave(service: Service, dataDir: string): Promise<void> {
  await service.terminate();
  const file = path.join(dataDir, "cluster.json");
  const postmaster = existsSync(file) ? postmasterOf(embeddedCluster(dataDir).directory) : undefined;
  if (!postmaster) return;
  const family = familyOf(postmaster).map(({ pid }) => pid);
  signalAll(family, "SIGCONT");
  signalAll([postmaster], "SIGINT");
  if (await holds(() => !isAlive(postmaster), STOP_LIMIT_MS)) return;
  signalAll(family, "SIGKILL");
}
