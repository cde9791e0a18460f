import { Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { isLocalName, LOCAL_ADDRESSES } from "./outbound-address";

/** Resolves a host name to addresses; the signal cancels it. Rejects with the code `UNRESOLVED_NAME`. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** The error code of a name without addresses. */
export const UNRESOLVED_NAME = "unresolved_name";

class UnresolvedName extends Error {
  readonly code = UNRESOLVED_NAME;
}

/** The time-out of one query to one name server, and the number of attempts. */
const QUERY_TIMEOUT_MS = 2_000;
const QUERY_ATTEMPTS = 3;
/** The wait for IPv6 addresses after IPv4 ones arrived: some name servers never answer the IPv6 query. */
const SECOND_FAMILY_MS = 200;

/** Finds a name's addresses in `/etc/hosts`. */
async function findInHostsFile(name: string): Promise<string[]> {
  const text = await readFile("/etc/hosts", "utf8").catch(() => "");
  const lines = text.split("\n").map((line) => line.replace(/#.*/, "").trim().toLowerCase().split(/\s+/));
  return lines.flatMap(([address = "", ...names]) =>
    isIP(address) !== 0 && names.includes(name) ? [address] : [],
  );
}

/**
 * Creates a resolver: local names, then `/etc/hosts`, then the name servers, IPv4 first. Does not use Node's `lookup`,
 * which blocks one of four threads until a name server answers, so that a few names that hang would delay all others.
 * `servers` replaces the machine's name servers.
 */
export function createResolver(servers?: readonly string[]): Resolve {
  return async (name, signal) => {
    if (isLocalName(name)) return LOCAL_ADDRESSES;
    const bare = name.replace(/\.$/, "").toLowerCase();
    const listed = await findInHostsFile(bare);
    if (listed.length > 0) return listed;
    // A new resolver per call: it reads the machine's current servers, and can be cancelled separately.
    const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_ATTEMPTS });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    if (signal.aborted) throw new UnresolvedName(`${name} was not looked up`);
    try {
      return await resolveBothFamilies(resolver, bare);
    } finally {
      signal.removeEventListener("abort", cancel);
      cancel();
    }
  };
}

/** Queries both families at once; after IPv4 addresses arrive, waits `SECOND_FAMILY_MS` for IPv6. */
async function resolveBothFamilies(resolver: Resolver, name: string): Promise<string[]> {
  let reason: unknown;
  const orEmpty = (query: Promise<string[]>) =>
    query.catch((thrown: unknown) => {
      reason ??= thrown;
      return [];
    });
  const [v4, v6] = [orEmpty(resolver.resolve4(name)), orEmpty(resolver.resolve6(name))];
  const first = await v4;
  const second = await (first.length > 0 ? Promise.race([v6, sleep(SECOND_FAMILY_MS, [])]) : v6);
  const found = [...first, ...second];
  if (found.length === 0) throw new UnresolvedName(`${name} has no address`, { cause: reason });
  return found;
}
