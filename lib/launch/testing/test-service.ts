import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { loadSettings } from "@/lib/env";
import { type Program, runProgram } from "@/lib/testing/program";

/** A minimal service: it stores each request before it responds, and reports whether it is ready. */
export const TEST_SERVICE_SOURCE = `
  import { createServer } from "node:http";
  import { closePools, systemDb } from "@/lib/db/client";
  import { env, loadSettings } from "@/lib/env";
  import { errorResponse } from "@/lib/http/response/error-response";
  import { readyResponse } from "@/lib/http/health";
  import { exitOnCrash } from "@/lib/launch/process/crash-handler";
  import { openDatabase } from "@/lib/launch/database";
  import { Openings } from "@/lib/launch/process/shutdown";

  const openings = new Openings();
  exitOnCrash(() => openings.close());
  const lease = await openDatabase("service");
  openings.add(() => lease.release(), 2_500);
  openings.add(closePools, 1_000);
  const pay = async (id) => {
    await systemDb().sql\`insert into public.paid (id, body) values (\${id}, \${"x".repeat(2_000)})
      on conflict do nothing\`;
    return new Response(null, { status: 201 });
  };
  const settings = async () => new Response(JSON.stringify([process.env, env(), loadSettings()]));
  const answer = (url) => (url === "/ready" ? readyResponse() : url === "/settings" ? settings() : pay(url)).catch((thrown) => errorResponse(thrown, "req_1"));
  const server = createServer(async (incoming, outgoing) => {
    const response = await answer(incoming.url);
    outgoing.writeHead(response.status, { "retry-after": response.headers.get("retry-after") ?? "none" });
    outgoing.end(await response.text());
  });
  server.listen(0, "127.0.0.1", () => process.stdout.write("open " + server.address().port + "\\n"));
  process.on("SIGTERM", () => void openings.close().then(() => process.exit(0)));
`;

export interface TestService {
  program: Program;
  url: string;
  /** Sends payments over this many connections, without pauses on success, until `stop`, which returns the results. */
  load(connections: number): { stop(): Promise<LoadResult> };
  /** Measures the time until the service is ready and stores a payment. */
  readyMs(): Promise<number>;
}

interface LoadResult {
  acknowledged: string[];
  /** All received statuses; 0 for no response. */
  statuses: Set<number>;
  longestMs: number;
}

let paid = 0;

/** Runs the minimal service from its bundle and waits until it is open. */
export async function startTestService(file: string, settings: Record<string, string>): Promise<TestService> {
  const program = runProgram(file, [], settings);
  await program.waitForOutput("open ");
  const url = `http://127.0.0.1:${/open (\d+)/.exec(program.stdout())?.[1]}`;
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
      const result: LoadResult = { acknowledged: [], statuses: new Set(), longestMs: 0 };
      const client = async () => {
        let id = `/pay/${++paid}`;
        while (!isStopping) {
          const startedAt = performance.now();
          const got = await status(id);
          result.longestMs = Math.max(result.longestMs, performance.now() - startedAt);
          result.statuses.add(got);
          // Like a bank, the client repeats unacknowledged payments.
          if (got !== 201) await sleep(20);
          else {
            result.acknowledged.push(id);
            id = `/pay/${++paid}`;
          }
        }
      };
      const clients = Array.from({ length: connections }, client);
      return {
        async stop() {
          isStopping = true;
          await Promise.all(clients);
          return result;
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

/** Creates the table in which the minimal service stores payments. */
export function createPaidTable(ownerUrl: string): Promise<unknown> {
  return asOwner(ownerUrl, async (sql) => {
    await sql`create table public.paid (id text primary key, body text)`;
    await sql`grant select, insert on public.paid to takings_system`;
  });
}

/** Returns the acknowledged payments that are not stored. */
export function findMissingPayments(ownerUrl: string, acknowledged: string[]): Promise<string[]> {
  return asOwner(ownerUrl, async (sql) => {
    const rows = await sql<{ id: string }[]>`select id from public.paid`;
    const stored = new Set(rows.map(({ id }) => id));
    return acknowledged.filter((id) => !stored.has(id));
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

export const getOwnerUrl = (dataDir: string) => loadSettings({ DATA_DIR: dataDir }).databaseOwnerUrl ?? "";

/** Returns the pids of a data directory's server and its child processes, the server first. */
export function listServerProcesses(directory: string): number[] {
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

/** Returns the pid of a server process that runs the service's statements. */
export function findBackend(directory: string): number {
  const [, ...children] = listServerProcesses(directory);
  const backend = children.find((pid) => commandOf(pid).includes("takings_system_login takings"));
  if (!backend) throw new Error("The server has no connection of the service.");
  return backend;
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
