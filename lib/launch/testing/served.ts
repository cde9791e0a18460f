import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { loadSettings } from "@/lib/env";
import { type Program, runProgram } from "@/lib/testing/program";

/** A service in small: it keeps what it is sent before it answers, and says whether it is ready. */
export const SERVED = `
  import { createServer } from "node:http";
  import { closePools, systemDb } from "@/lib/db/client";
  import { env, loadSettings } from "@/lib/env";
  import { errorResponse } from "@/lib/http/error-response";
  import { readyResponse } from "@/lib/http/health";
  import { endOnBugs } from "@/lib/launch/crash-handler";
  import { openDatabase } from "@/lib/launch/database";
  import { Openings } from "@/lib/launch/shutdown";

  const openings = new Openings();
  endOnBugs(() => openings.close());
  const lease = await openDatabase("service");
  openings.add(() => lease.release(), 2_500);
  openings.add(closePools, 1_000);
  const pay = async (id) => {
    await systemDb().sql\`insert into public.paid (id, body) values (\${id}, \${"x".repeat(2_000)})
      on conflict do nothing\`;
    return new Response(null, { status: 201 });
  };
  const told = async () => new Response(JSON.stringify([process.env, env(), loadSettings()]));
  const answer = (url) => (url === "/ready" ? readyResponse() : url === "/settings" ? told() : pay(url)).catch((thrown) => errorResponse(thrown, "req_1"));
  const server = createServer(async (incoming, outgoing) => {
    const response = await answer(incoming.url);
    outgoing.writeHead(response.status, { "retry-after": response.headers.get("retry-after") ?? "none" });
    outgoing.end(await response.text());
  });
  server.listen(0, "127.0.0.1", () => process.stdout.write("open " + server.address().port + "\\n"));
  process.on("SIGTERM", () => void openings.close().then(() => process.exit(0)));
`;

export interface Served {
  program: Program;
  url: string;
  /** Pays over so many connections, without a pause where all is well, until `stop` tells how it went. */
  load(connections: number): { stop(): Promise<Told> };
  /** How long it takes, from now, until it is ready and keeps what it is sent. */
  readyMs(): Promise<number>;
}

interface Told {
  acknowledged: string[];
  /** Every status that came, 0 for none at all. */
  statuses: Set<number>;
  longestMs: number;
}

let paid = 0;

/** Runs the service in small, from its bundle, and waits until it is open. */
export async function startServed(file: string, settings: Record<string, string>): Promise<Served> {
  const program = runProgram(file, [], settings);
  await program.says("open ");
  const url = `http://127.0.0.1:${/open (\d+)/.exec(program.said())?.[1]}`;
  const status = (target: string) =>
    fetch(url + target, { signal: AbortSignal.timeout(30_000) }).then(
      (answer) => answer.status,
      () => 0,
    );
  return {
    program,
    url,
    load(connections) {
      let isStopping = false;
      const told: Told = { acknowledged: [], statuses: new Set(), longestMs: 0 };
      const client = async () => {
        let id = `/pay/${++paid}`;
        while (!isStopping) {
          const startedAt = performance.now();
          const got = await status(id);
          told.longestMs = Math.max(told.longestMs, performance.now() - startedAt);
          told.statuses.add(got);
          // As a bank does: what is not acknowledged is told again.
          if (got !== 201) await sleep(20);
          else {
            told.acknowledged.push(id);
            id = `/pay/${++paid}`;
          }
        }
      };
      const clients = Array.from({ length: connections }, client);
      return {
        async stop() {
          isStopping = true;
          await Promise.all(clients);
          return told;
        },
      };
    },
    async readyMs() {
      const startedAt = performance.now();
      while ((await status("/ready")) !== 200 || (await status(`/pay/${++paid}`)) !== 201) await sleep(50);
      return performance.now() - startedAt;
    },
  };
}

/** Makes the table that the service in small keeps what it is sent in. */
export function makePaid(ownerUrl: string): Promise<unknown> {
  return asOwner(ownerUrl, async (sql) => {
    await sql`create table public.paid (id text primary key, body text)`;
    await sql`grant select, insert on public.paid to takings_system`;
  });
}

/** Which of the payments are not there. */
export function missing(ownerUrl: string, acknowledged: string[]): Promise<string[]> {
  return asOwner(ownerUrl, async (sql) => {
    const rows = await sql<{ id: string }[]>`select id from public.paid`;
    const kept = new Set(rows.map(({ id }) => id));
    return acknowledged.filter((id) => !kept.has(id));
  });
}

async function asOwner<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

export const ownerUrlOf = (dataDir: string) => loadSettings({ DATA_DIR: dataDir }).databaseOwnerUrl ?? "";

/** The server of a data directory and its processes, the server first. */
export function serverProcesses(directory: string): number[] {
  const server = Number.parseInt(readFileSync(path.join(directory, "postmaster.pid"), "utf8"), 10);
  const children = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === server);
  return [server, ...children.map(Number)];
}

function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined;
  }
}

/** A process of the server that serves the service's statements. */
export function backendOf(directory: string): number {
  const [, ...children] = serverProcesses(directory);
  const backend = children.find((pid) => commandOf(pid).includes("takings_system_login takings"));
  if (!backend) throw new Error("The server serves nobody.");
  return backend;
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
