import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { deriveSystemUrl } from "@/lib/db/addresses";
import { Reconciliation } from "@/lib/reconciliation/contract";
import type { StoredDelivery, StoredTransaction, Sums } from "./checks";

const INT8 = 20;
const TAKINGS_LIMIT_MS = 60_000;

/** How to reach the database under test: by its address, or else by what `DATA_DIR` says of the embedded one. */
export interface BooksAddress {
  dataDir: string;
  databaseUrl?: string | undefined;
}

/** What `DATA_DIR` says of the embedded database: the folder of its data, and its port. */
export function embeddedCluster(dataDir: string): { directory: string; port: number } {
  return JSON.parse(readFileSync(path.join(dataDir, "cluster.json"), "utf8"));
}

/** The secrets that the service has made. */
export function secretsOf(dataDir: string): Record<string, string> {
  return JSON.parse(readFileSync(path.join(dataDir, "secrets.json"), "utf8"));
}

/** The address of the login that sees every organisation, of a database that is not embedded. */
export const systemUrlOf = (settings: Readonly<Record<string, string | undefined>>) =>
  settings.DATABASE_URL && deriveSystemUrl(settings.DATABASE_URL, settings.DATABASE_OWNER_URL ?? "");

/** Reads the books of the service under test as the role that sees the whole house. */
export async function readBooks({ dataDir, databaseUrl }: BooksAddress) {
  const url =
    databaseUrl ??
    `postgres://takings_system_login:${secretsOf(dataDir).DATABASE_SYSTEM_PASSWORD}@127.0.0.1:${embeddedCluster(dataDir).port}/takings`;
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
      from deliveries`;
    return { transactions: [...transactions], deliveries: [...deliveries] };
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Reads a session's reconciliation (§2.6) as the API answers it into the figures that a ledger can count. */
export function readSums(text: string): Sums {
  const told = Reconciliation.parse(JSON.parse(text).data);
  const volumes: Sums["volumes"] = {};
  const put = (name: string, { count, total }: { count: number; total: bigint }) => {
    if (count > 0) Object.assign(volumes, { [name]: total, [`count ${name}`]: BigInt(count) });
  };
  put("total", { count: told.successful_count, total: told.total_inflow });
  for (const [channel, volume] of Object.entries(told.by_channel)) put(`channel ${channel}`, volume);
  for (const [terminal, volume] of Object.entries(told.by_terminal)) put(`terminal ${terminal}`, volume);
  return {
    transactionCount: told.transaction_count,
    successfulCount: told.successful_count,
    pendingCount: told.pending_count,
    failedCount: told.failed_count,
    volumes,
  };
}

/** Runs a command of the operator's command line and answers the JSON it prints, whatever it exits with. */
export function takings<T>(settings: Record<string, string>, ...args: string[]): Promise<T> {
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
        reject(new Error(`takings ${args.join(" ")} says no JSON: ${stdout}${stderr}`.slice(0, 1_000)));
      }
    });
  });
}
