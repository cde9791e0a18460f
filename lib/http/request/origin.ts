import { Failure } from "@/lib/core/errors/errors";
import { isLoopbackHost } from "@/lib/core/settings/loopback";
import { env } from "@/lib/env";

/** Whether pages of this origin may change data: `AUTH_URL`'s origin; in sandbox also loopback at the service's port. */
function isOwnOrigin(origin: string): boolean {
  const { authUrl, bankMode, port } = env();
  if (!URL.canParse(origin)) return false;
  const { origin: given, protocol, hostname, port: givenPort } = new URL(origin);
  if (given === new URL(authUrl).origin) return true;
  return (
    bankMode === "sandbox" &&
    protocol === "http:" &&
    isLoopbackHost(hostname) &&
    Number(givenPort || 80) === port
  );
}

/**
 * Throws `Failure("forbidden")` for a change that a browser sends from a page of another origin. Does not trust the
 * request's `Host`, because an attacker's name can resolve to this service (DNS rebinding). Clients other than browsers
 * send neither header.
 */
export function refuseOtherOrigins(request: Request): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  if ((site === null || site === "same-origin") && (origin === null || isOwnOrigin(origin))) return;
  throw new Failure("forbidden", {
    detail: `Changes are accepted from the dashboard at ${new URL(env().authUrl).origin} alone. Open it there.`,
  });
}
