import { type LiveConnection, listLiveConnections } from "@/lib/bank";
import { readLastNotificationTimes } from "@/lib/bank-connections";
import type { Settings } from "@/lib/env";
import { formatOutput } from "../../output";
import { type Finding, type LiveCheck, notTried, ok } from "./check";
import { checkConnections } from "./connections";
import { checkSecrets } from "./secrets";
import { checkPublicAddress } from "./webhook-url";

export type { LiveCheck } from "./check";

/** What the database has of the live connections. It has credentials: never print it. */
export interface LiveConnections {
  connections: LiveConnection[];
  lastNotifications: ReadonlyMap<string, Date>;
}

/** Reads the live connections of the deployment and of organisations from the settings and the database. */
export async function readLiveConnections(): Promise<LiveConnections> {
  return { connections: await listLiveConnections(), lastNotifications: await readLastNotificationTimes() };
}

/**
 * Tries these live connections, the public address, and the secrets of the processes at these addresses. Opens no account,
 * changes nothing and needs no database. Never throws.
 */
export async function inspectLive(
  settings: Pick<Settings, "authUrl" | "trustProxy" | "jobSecret">,
  { connections, lastNotifications }: LiveConnections,
  processes: readonly string[],
): Promise<LiveCheck[]> {
  const subject = "deployment";
  const secrets = await Promise.all(processes.map((url) => checkSecrets(url, settings.jobSecret)));
  return [
    { subject, check: "auth_url", ...checkPublicAddress(settings.authUrl) },
    { subject, check: "trust_proxy", ...checkTrustProxy(settings) },
    ...secrets.map((found): LiveCheck => ({ subject, check: "secrets", ...found })),
    ...(await checkConnections(connections, lastNotifications)),
  ];
}

/** The service itself serves no https, so something before it does. */
export function checkTrustProxy({ trustProxy }: Pick<Settings, "trustProxy">): Finding {
  if (trustProxy.length > 0) return ok(`TRUST_PROXY names ${trustProxy.join(", ")}.`);
  return notTried(
    "TRUST_PROXY is none, so all clients of a proxy count as one address.",
    "If the proxy that serves https forwards the client's address, set TRUST_PROXY to the proxy's ranges.",
  );
}

/** Lists the problems, each with its remedy. */
export function findLiveProblems(checks: readonly LiveCheck[]): string[] {
  return checks
    .filter(({ result }) => result === "problem")
    .map(({ subject, detail, remedy }) => `${subject}: ${detail} ${remedy}`);
}

/** Formats the checks as a table; problems are listed with their remedies elsewhere. */
export function formatLiveChecks(checks: readonly LiveCheck[]): string {
  return formatOutput(
    checks.map(({ subject, check, result, detail, remedy }) => ({
      result: result.replace("_", " "),
      subject,
      check: check.replaceAll("_", " "),
      found: result === "not_tried" && remedy ? `${detail} ${remedy}` : detail,
    })),
  );
}
