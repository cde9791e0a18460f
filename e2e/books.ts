import { readFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { dataDir } from "./bank";
import { takings } from "./command-line";
import { type Api, type Data, expectData } from "./wire";

/** A wire amount in kobo; throws where it is not a decimal with two places. */
export function koboOf(amount: string): bigint {
  const [, whole, fraction] = /^(\d+)\.(\d{2})$/.exec(amount) ?? [];
  if (!whole || !fraction) throw new Error(`${amount} is not an amount of two decimal places`);
  return BigInt(whole) * 100n + BigInt(fraction);
}

/** Kobo as the wire writes them. */
export function naira(kobo: bigint): string {
  const digits = kobo.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Every transaction of a session, most recent first. */
export async function listAll(api: Api, session: Data): Promise<Data[]> {
  return expectData(await api.get(`/v1/transactions?session_id=${session.session_id}&limit=100000`));
}

export async function reconcile(api: Api, session: Data): Promise<Data> {
  return expectData(await api.get(`/v1/reconciliation/${session.session_id}`));
}

export async function settlementOf(api: Api, session: Data): Promise<Data> {
  return expectData(await api.get(`/v1/settlement/${session.session_id}`));
}

export async function activityOf(api: Api, session: Data, terminalId: string): Promise<Data> {
  return expectData(
    await api.get(`/v1/sessions/${session.session_id}/terminals/${terminalId}/activity?limit=100000`),
  );
}

/** The exceptions about these payments, or notices known by the digest of their bytes, as the command line lists them. */
export async function exceptionsAbout(...subjects: string[]): Promise<Data[]> {
  const all = (await takings("exceptions", "list", "--all")) as Data[];
  return all.filter((one) => subjects.includes(one.payment_key));
}

/** What `takings verify` finds wrong with a session. */
export async function differencesOf(session: Data): Promise<Data[]> {
  try {
    return (await takings("verify", "--session", session.session_id)).differences;
  } catch (thrown) {
    if (thrown instanceof Error && "stdout" in thrown) return JSON.parse(String(thrown.stdout)).differences;
    throw thrown;
  }
}

/** Works in the database behind the service under test, as the role that sees the whole house. */
export async function inDatabase<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const read = (name: string) => JSON.parse(readFileSync(path.join(dataDir(), name), "utf8"));
  const { port } = read("cluster.json");
  const sql = postgres({
    host: "127.0.0.1",
    port: Number(port),
    user: "takings",
    password: read("secrets.json").DATABASE_PASSWORD,
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

/** How many rows of any kind hold a text that only one test knows. */
export async function rowsHolding(text: string): Promise<number> {
  return inDatabase(async (sql) => {
    const like = `%${text}%`;
    const [counted] = await sql`
      select (select count(*) from payments where payment_key like ${like})
        + (select count(*) from transactions where payment_key like ${like})
        + (select count(*) from exceptions where subject like ${like} or credit::text like ${like})
        + (select count(*) from deliveries where body like ${like})
        + (select count(*) from notices where position(${Buffer.from(text)} in body) > 0) as rows`;
    return Number(counted?.rows);
  });
}

/** The secret that the job route asks for. */
export function jobSecret(): string {
  return JSON.parse(readFileSync(path.join(dataDir(), "secrets.json"), "utf8")).JOB_SECRET;
}
