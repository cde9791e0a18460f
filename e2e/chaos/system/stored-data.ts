import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { deriveSystemUrl } from "@/lib/database-urls";
import { Reconciliation } from "@/lib/reconciliation/contract";
import type { StoredDelivery, StoredTransaction, Sums } from "../checks";

const INT8 = 20;
const TAKINGS_LIMIT_MS = 60_000;

/** How to reach the database under test: by its URL, or else through `DATA_DIR` of the embedded database. */
export interface DatabaseAddress {
  dataDir: string;
  databaseUrl?: string | undefined;
}

/** The data folder and port of the embedded database in `DATA_DIR`. */
export function embeddedCluster(dataDir: string): { directory: string; port: number } {
  return JSON.parse(readFileSync(path.join(dataDir, "cluster.json"), "utf8"));
}

/** The secrets that the service generated. */
export function readSecrets(dataDir: string): Record<string, string> {
  return JSON.parse(readFileSync(path.join(dataDir, "secrets.json"), "utf8"));
}

/** The URL of the system login of an external database. */
export const getSystemUrl = (settings: Readonly<Record<string, string | undefined>>) =>
  settings.DATABASE_URL && deriveSystemUrl(settings.DATABASE_URL, settings.DATABASE_OWNER_URL ?? "");

/**
 * Reads the stored transactions and deliveries of the service under test as the role that reads every organisation.
 */
export async function readStoredData({ dataDir, databaseUrl }: DatabaseAddress) {
  const url =
    databaseUrl ??
    `postgres://takings_system_login:${readSecrets(dataDir).DATABASE_SYSTEM_PASSWORD}@127.0.0.1:${embeddedCluster(dataDir).port}/takings`;
  const sql = postgres(url, {
    max: 1,
    onnotice: () => undefined,
    connection: { role: "takings_system", statement_timeout: 30_000 },
    types: { bigint: { to: INT8, from: [INT8], serialize: String, parse: (text: string) => BigInt(text) } },
  });
  try {
    const transactions = await sql<StoredTransaction[]>`
      select id, provider, payment_key as key, session_id as "sessionId", amount, channel,
        coalesce(terminal_id, '') as "terminalId", status
      from transactions`;
    const deliveries = await sql<StoredDelivery[]>`
      select id, transaction_id as "transactionId", transaction_status as status, state, attempt_count as attempts
      from webhook_deliveries`;
    return { transactions: [...transactions], deliveries: [...deliveries] };
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Reads a session's reconciliation (§2.6) from the API, in the form that a ledger computes. */
export function readSums(text: string): Sums {
  const reported = Reconciliation.parse(JSON.parse(text).data);
  const volumes: Sums["volumes"] = {};
  const put = (name: string, { count, total }: { count: number; total: bigint }) => {
    if (count > 0) Object.assign(volumes, { [name]: total, [`count ${name}`]: BigInt(count) });
  };
  put("total", { count: reported.successful_count, total: reported.total_inflow });
  for (const [channel, volume] of Object.entries(reported.by_channel)) put(`channel ${channel}`, volume);
  for (const [terminal, volume] of Object.entries(reported.by_terminal)) put(`terminal ${terminal}`, volume);
  return {
    transactionCount: reported.transaction_count,
    successfulCount: reported.successful_count,
    pendingCount: reported.pending_count,
    failedCount: reported.failed_count,
    volumes,
  };
}

/** Runs a command of the operator's command line. Returns the JSON that it prints, whatever its exit code. */
export function runTakings<T>(settings: Record<string, string>, ...args: string[]): Promise<T> {
  return new Promise((resolve, reject) => {
    const env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production" as const,
      ...settings,
    };
    const argv = ["lib/launch/takings.mjs", ...args, "--json"];
    execFile(process.execPath, argv, { env, timeout: TAKINGS_LIMIT_MS }, (_, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout));
      } catch {
        reject(new Error(`takings ${args.join(" ")} printed no JSON: ${stdout}${stderr}`.slice(0, 1_000)));
      }
    });
  });
}
