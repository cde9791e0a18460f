import type { Settings } from "@/lib/env";

/** Returns the URL at which this machine can reach the service of these settings. */
export function serviceUrl({ host, port }: Pick<Settings, "host" | "port">): string {
  const reachable = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}
