import { Option } from "@commander-js/extra-typings";
import { receiveOnlyProviders } from "@/lib/bank";
import { invalid } from "@/lib/core/errors/errors";
import type { StoredSecrets } from "@/lib/encryption";
import { loadSettings, type Settings } from "@/lib/env";
import { findBudgetFaults } from "@/lib/monitoring";
import { describePause } from "@/lib/webhooks";
import { type CommandLine, UsageError } from "../command";
import { webAddressList } from "../options";
import { formatOutput, toJson } from "../output";
import { serviceUrl } from "../service-url";
import { describeBackup, findBackupProblems } from "./backups";
import { findBankProblems } from "./banks";
import { type DatabaseReport, inspectDatabase } from "./database";
import {
  findLiveProblems,
  formatLiveChecks,
  inspectLive,
  type LiveCheck,
  type LiveConnections,
  readLiveConnections,
} from "./live";
import { freeDiskBytes, inspectService, type ServiceReport } from "./service";
import { inspectSettings, type SettingsReport } from "./settings";

/** With less free space, PostgreSQL may soon be unable to write, and payments cannot be recorded. */
const MIN_FREE_BYTES = 1_000_000_000;
/** An event overdue for longer means that the sender does not run. */
const MAX_OVERDUE_MS = 5 * 60_000;

interface Findings {
  settings: SettingsReport;
  providers: { configured: string[]; receiveOnly: string[] };
  database: DatabaseReport;
  service: ServiceReport;
  freeDiskBytes: number;
}

/** Adds the command that checks the service and changes nothing. */
export function addDoctorCommand({ program, report }: CommandLine): void {
  program
    .command("doctor")
    .description(
      "Reports which settings are set and missing, what is reachable and the state of the service. Exits 1 if something is wrong.",
    )
    .option(
      "--live",
      "also try each live bank connection, the public address, and the secrets of the processes",
    )
    .addOption(
      new Option(
        "--processes <URLS>",
        "with --live: the addresses of the processes whose secrets are compared, separated by commas",
      ).argParser(webAddressList),
    )
    .action(
      report(async ({ live: isLive = false, processes }) => {
        const settings = loadSettings();
        if (processes && !isLive) throw new UsageError("--processes needs --live.");
        if (isLive) requireLiveMode(settings);
        const read: { connections?: LiveConnections } = {};
        const findings = await examine(settings, async () => {
          if (isLive) read.connections = await readLiveConnections();
        });
        // Without its database a service has no live connections to try; that is a problem already.
        const live =
          read.connections &&
          (await inspectLive(settings, read.connections, processes ?? [serviceUrl(settings)]));
        const problems = [...findProblems(findings, settings), ...findLiveProblems(live ?? [])];
        const data = { healthy: problems.length === 0, problems, ...findings, live };
        const text = formatReport(findings, problems, live);
        return { data, text, exitCode: problems.length > 0 ? 1 : 0 };
      }, false),
    );
}

function requireLiveMode({ bankMode }: Settings): void {
  if (bankMode !== "live") throw invalid("/live", "--live needs BANK_MODE=live: the sandbox calls no bank.");
}

async function examine(settings: Settings, readMore: () => Promise<void>): Promise<Findings> {
  const [database, service, free] = await Promise.all([
    inspectDatabase(settings, readMore),
    inspectService(serviceUrl(settings)),
    freeDiskBytes(settings.dataDir),
  ]);
  const providers = { configured: settings.providers, receiveOnly: receiveOnlyProviders() };
  return { settings: inspectSettings(settings), providers, database, service, freeDiskBytes: free };
}

/** Lists the problems, each with its remedy. */
export function findProblems(findings: Findings, { bankMode }: { bankMode: Settings["bankMode"] }): string[] {
  const { settings, providers, database, service } = findings;
  const problems = settings.missing.map(
    (name) => `${name} is not set. Set it, or start the service once where it can be generated.`,
  );
  if (database.fault) problems.push(`The database cannot be asked: ${database.fault}`);
  if (database.pendingMigrations) {
    problems.push(`${database.pendingMigrations} migrations have not run. Starting the service runs them.`);
  }
  if (database.replica?.isRead === false) {
    problems.push(
      "The replica of DATABASE_REPLICA_URL does not answer, is no replica of this database, or is further behind than DATABASE_REPLICA_MAX_LAG_MS. All reads go to the primary.",
    );
  }
  if (!service.reachable) problems.push(`The service does not answer at ${service.url}. Start it.`);
  else if (!service.ready)
    problems.push(`The service at ${service.url} is not ready: it cannot reach its database.`);
  if (findings.freeDiskBytes < MIN_FREE_BYTES) {
    problems.push(`Only ${megabytes(findings.freeDiskBytes)} are free on the disk of DATA_DIR. Make room.`);
  }
  const { sendingPause: pause, oldestDueAt: oldest, secrets, banks, backups } = database.workload ?? {};
  if (database.connectionBudget) {
    const processes = Math.max(findings.settings.processes, database.connectionBudget.runningProcesses);
    problems.push(...findBudgetFaults(database.connectionBudget, processes).map((fault) => `${fault}.`));
  }
  if (banks) problems.push(...findBankProblems(banks));
  if (secrets?.unreadable) {
    problems.push(
      `${secrets.unreadable} stored secrets cannot be decrypted with ENCRYPTION_KEY or ENCRYPTION_OLD_KEYS. Set the key that encrypted them; signing secrets can be replaced by: takings secrets rotate`,
    );
  }
  if (backups) problems.push(...findBackupProblems(backups));
  if (pause) problems.push(describePause(pause));
  else if (oldest && Date.now() - oldest.getTime() > MAX_OVERDUE_MS) {
    problems.push(
      `An event has been due since ${oldest.toISOString()}. Is the service running? Send it by: takings deliver`,
    );
  }
  if (bankMode === "live" && providers.receiveOnly.length === providers.configured.length) {
    problems.push(
      "No configured bank issues accounts, so that no live session can have one. Add one to BANK_PROVIDERS.",
    );
  }
  return problems;
}

function describeSecrets(secrets: StoredSecrets | undefined): string {
  if (!secrets) return "unknown";
  const { current, old, unreadable } = secrets;
  const others = [
    ...(old > 0 ? [`${old} with an old key`] : []),
    ...(unreadable > 0 ? [`${unreadable} unreadable`] : []),
  ];
  return [`${current} encrypted`, ...others].join(", ");
}

function describeReplica(replica: DatabaseReport["replica"]): string {
  if (!replica) return "none";
  const { isRead, lagSeconds, maxLagSeconds } = replica;
  return `${isRead ? "read" : "not read"}, at most ${lagSeconds.toFixed(1)} s behind (bound ${maxLagSeconds} s)`;
}

function describeConnections(budget: DatabaseReport["connectionBudget"]): string {
  const [server] = budget?.limits ?? [];
  if (!budget || !server) return "unknown";
  return `${server.limit} allowed, ${server.perProcess} for each process, ${budget.runningProcesses} running`;
}

const megabytes = (bytes: number) => `${Math.floor(bytes / 1_000_000)} MB`;

function formatReport(
  { settings, providers, database, service, freeDiskBytes: free }: Findings,
  problems: string[],
  live: readonly LiveCheck[] | undefined,
): string {
  const lines = formatOutput({
    Set: settings.set.join(", ") || "nothing",
    Missing: settings.missing.join(", ") || "nothing",
    Banks: providers.configured.join(", "),
    "Receive only": providers.receiveOnly.join(", ") || "none",
    Database: `${database.embedded ? "embedded" : "DATABASE_URL"}, PostgreSQL ${database.version ?? "unknown"}`,
    Replica: describeReplica(database.replica),
    Connections: describeConnections(database.connectionBudget),
    "Migrations to run": database.pendingMigrations ?? "unknown",
    Service: `${service.url}, ${service.ready ? "ready" : service.reachable ? "not ready" : "no answer"}`,
    "Free disk": megabytes(free),
    "Events to send": database.workload?.pendingDeliveries ?? "unknown",
    Sending: database.workload?.sendingPause ? "paused" : "on",
    "Oldest due": toJson(database.workload?.oldestDueAt ?? null),
    "Stored secrets": describeSecrets(database.workload?.secrets),
    "Payments found in lists":
      database.workload?.banks.lists.reduce((sum, one) => sum + one.foundCount, 0) ?? "unknown",
    "Accounts to close": database.workload?.banks.openAccounts.length ?? "unknown",
    "Last scheduled backup": describeBackup(database.workload?.backups),
    "Open exceptions": database.workload?.openExceptions ?? "unknown",
  });
  const verdict =
    problems.length > 0 ? problems.map((problem) => `WRONG  ${problem}`).join("\n") : "All is well.";
  return [lines, ...(live ? [formatLiveChecks(live)] : []), verdict].join("\n\n");
}
