import { Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { isLocalName, LOCAL_ADDRESSES } from "./outbound-address";

/** Finds the addresses of a host name, and stops asking once the signal says so. Rejects with `UNRESOLVED_NAME`. */
export type Resolve = (name: string, cut: AbortSignal) => Promise<readonly string[]>;

/** The code of the error with which the search for a name's addresses ends. */
export const UNRESOLVED_NAME = "unresolved_name";

class UnresolvedName extends Error {
  readonly code = UNRESOLVED_NAME;
}

/** How long one question to one name server may take, before it is asked again. */
const ASK_MS = 2_000;
const ASK_TIMES = 3;
/** How long a name with IPv4 addresses waits for IPv6 ones, which some name servers never answer. */
const SECOND_FAMILY_MS = 200;

/** The addresses that the machine's own file gives a name. */
async function listedAddresses(name: string): Promise<string[]> {
  const text = await readFile("/etc/hosts", "utf8").catch(() => "");
  const lines = text.split("\n").map((line) => line.replace(/#.*/, "").trim().toLowerCase().split(/\s+/));
  return lines.flatMap(([address = "", ...names]) =>
    isIP(address) !== 0 && names.includes(name) ? [address] : [],
  );
}

/**
 * Makes the search for addresses: the names of this machine, the file of hosts, then the name servers, IPv4 first.
 * Node's own `lookup` is not used: it takes one of four threads for as long as a name server is silent, so that a few
 * names that hang would hold up every other. `servers` stand in for the machine's own name servers.
 */
export function nameResolver(servers?: readonly string[]): Resolve {
  return async (name, cut) => {
    if (isLocalName(name)) return LOCAL_ADDRESSES;
    const bare = name.replace(/\.$/, "").toLowerCase();
    const listed = await listedAddresses(bare);
    if (listed.length > 0) return listed;
    // A resolver of its own: it has read the machine's servers as they are now, and can be cancelled alone.
    const resolver = new Resolver({ timeout: ASK_MS, tries: ASK_TIMES });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    cut.addEventListener("abort", cancel, { once: true });
    if (cut.aborted) throw new UnresolvedName(`${name} was not looked up`);
    try {
      return await askBoth(resolver, bare);
    } finally {
      cut.removeEventListener("abort", cancel);
      cancel();
    }
  };
}

/** Asks for both families at once; where IPv4 answers first, IPv6 has a moment more. */
async function askBoth(resolver: Resolver, name: string): Promise<string[]> {
  let reason: unknown;
  const ask = (answer: Promise<string[]>) =>
    answer.catch((thrown: unknown) => {
      reason ??= thrown;
      return [];
    });
  const [v4, v6] = [ask(resolver.resolve4(name)), ask(resolver.resolve6(name))];
  const first = await v4;
  const second = await (first.length > 0 ? Promise.race([v6, sleep(SECOND_FAMILY_MS, [])]) : v6);
  const found = [...first, ...second];
  if (found.length === 0) throw new UnresolvedName(`${name} has no address`, { cause: reason });
  return found;
}
