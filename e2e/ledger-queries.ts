import { readFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import type { z } from "zod";
import type { ExceptionReason } from "@/lib/db/schema";
import type { Reconciliation } from "@/lib/reconciliation/contract";
import type { SettlementSummary } from "@/lib/settlement/contract";
import type { TerminalActivity } from "@/lib/terminals/contract";
import { dataDir } from "./bank";
import { takings } from "./command-line";
import { type Api, expectData, type SessionData, type TransactionData } from "./http-client";

/** An exception as the command line prints it. */
export interface ExceptionLine {
  id: string;
  organisation_id: string | null;
  session_id: string | null;
  provider: string;
  reason: ExceptionReason;
  payment_key: string;
  amount: string;
  recorded_amount: string | null;
  is_reversed: boolean;
  previous_id: string | null;
  resolved_at: string | null;
  resolution: string | null;
}

/** Returns a session's collection account number. */
export function accountOf(session: SessionData): string {
  if (!session.collection_account) throw new Error("The session has no collection account");
  return session.collection_account.account_number;
}

/** Returns the id of a session's terminal, by default of the first. */
export function terminalOf(session: SessionData, position = 1): string {
  const terminal = session.pos_terminals[position - 1];
  if (!terminal) throw new Error(`The session has no terminal ${position}`);
  return terminal.terminal_id;
}

/** Parses an amount of the API to kobo; throws if it is not a decimal with two places. */
export function parseKobo(amount: string): bigint {
  const [, whole, fraction] = /^(\d+)\.(\d{2})$/.exec(amount) ?? [];
  if (!whole || !fraction) throw new Error(`${amount} is not an amount with two decimal places`);
  return BigInt(whole) * 100n + BigInt(fraction);
}

/** Formats kobo as an amount of the API. */
export function formatNaira(kobo: bigint): string {
  const digits = kobo.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Returns every transaction of a session, most recent first. */
export async function listAll(api: Api, session: SessionData): Promise<TransactionData[]> {
  return expectData(await api.get(`/v1/transactions?session_id=${session.session_id}&limit=100000`));
}

export async function getReconciliation(
  api: Api,
  session: SessionData,
): Promise<z.input<typeof Reconciliation>> {
  return expectData(await api.get(`/v1/reconciliation/${session.session_id}`));
}

export async function getSettlement(
  api: Api,
  session: SessionData,
): Promise<z.input<typeof SettlementSummary>> {
  return expectData(await api.get(`/v1/settlement/${session.session_id}`));
}

export async function getActivity(
  api: Api,
  session: SessionData,
  terminalId: string,
): Promise<z.input<typeof TerminalActivity> & { transactions: TransactionData[] }> {
  return expectData(
    await api.get(`/v1/sessions/${session.session_id}/terminals/${terminalId}/activity?limit=100000`),
  );
}

/**
 * Returns the exceptions about these payments or about notifications with these SHA-256 digests, as the command
 * line lists them.
 */
export async function listExceptions(...subjects: string[]): Promise<ExceptionLine[]> {
  const all = await takings<ExceptionLine[]>("exceptions", "list", "--all");
  return all.filter((one) => subjects.includes(one.payment_key));
}

interface Difference {
  what: string;
  kept: string;
  derived: string;
}

interface VerifyResult {
  sessions: number;
  differences: Difference[];
}

/** Returns the differences that `takings verify` finds in a session. */
export function verifySession(session: SessionData): Promise<Difference[]> {
  return verify("--session", session.session_id);
}

/** Returns the differences that `takings verify` finds in all organisations. */
export function verifyAllSessions(): Promise<Difference[]> {
  return verify();
}

async function verify(...options: string[]): Promise<Difference[]> {
  try {
    return (await takings<VerifyResult>("verify", ...options)).differences;
  } catch (thrown) {
    if (thrown instanceof Error && "stdout" in thrown)
      return (JSON.parse(String(thrown.stdout)) as VerifyResult).differences;
    throw thrown;
  }
}

/**
 * Runs a function with a connection to the database of the service under test, or to that of another data folder, as the
 * role that reads every organisation.
 */
export async function withDatabase<T>(
  work: (sql: postgres.Sql) => Promise<T>,
  folder: string = dataDir(),
): Promise<T> {
  const read = (name: string) => JSON.parse(readFileSync(path.join(folder, name), "utf8"));
  const { port } = read("cluster.json");
  const sql = postgres({
    host: "127.0.0.1",
    port: Number(port),
    user: "takings_system_login",
    password: read("secrets.json").DATABASE_SYSTEM_PASSWORD,
    database: "takings",
    max: 1,
    onnotice: () => undefined,
    connection: { role: "takings_system" },
  });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** Counts the rows of all tables that contain a text. */
export async function countRowsContaining(text: string): Promise<number> {
  return withDatabase(async (sql) => {
    const like = `%${text}%`;
    const [counted] = await sql`
      select (select count(*) from payment_identities where payment_key like ${like})
        + (select count(*) from transactions where payment_key like ${like})
        + (select count(*) from exceptions where correlation_key like ${like} or credit::text like ${like})
        + (select count(*) from webhook_deliveries where body like ${like})
        + (select count(*) from bank_notifications where position(${Buffer.from(text)} in body) > 0) as rows`;
    return Number(counted?.rows);
  });
}

const generatedSecret = (name: string): string =>
  JSON.parse(readFileSync(path.join(dataDir(), "secrets.json"), "utf8"))[name];

/** Returns the secret that the job route requires. */
export const jobSecret = () => generatedSecret("JOB_SECRET");

/** Returns the token that the metrics require. */
export const metricsToken = () => generatedSecret("METRICS_TOKEN");
