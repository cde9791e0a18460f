import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { buildConnector } from "undici";
import type { AddressRule } from "./outbound-address";
import type { Resolve } from "./outbound-name";

/** The code of the error with which a connection to a forbidden address ends. */
export const FORBIDDEN_ADDRESS = "forbidden_address";

class ForbiddenAddress extends Error {
  readonly code = FORBIDDEN_ADDRESS;
}

/** What decides where connections lead. */
export interface Dialling {
  mayDial: AddressRule;
  resolve: Resolve;
}

/** How long one of a name's addresses is tried before the next: long enough for a line across the world. */
const NEXT_ADDRESS_MS = 2_000;
/** How many of a name's addresses are tried. */
const MOST_ADDRESSES = 4;
/** How much of an answer waits unread. */
const READ_AHEAD_BYTES = 16_384;

/** Resolves a name once and hands out only those addresses that may be dialled, which are then the ones dialled. */
function guardedLookup({ mayDial, resolve }: Dialling, cut: AbortSignal): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, cut).then(
      (addresses) => {
        const allowed = addresses.filter(mayDial).slice(0, MOST_ADDRESSES);
        const [first] = allowed;
        if (!first) {
          return callback(new ForbiddenAddress(`${hostname} leads to no address that may be dialled`), []);
        }
        if (!options.all) return callback(null, first, isIP(first));
        return callback(
          null,
          allowed.map((address) => ({ address, family: isIP(address) })),
        );
      },
      (thrown) => callback(thrown, []),
    );
  };
}

/**
 * Opens a connection for undici, and none to a forbidden address. The check is made where the socket connects, on the
 * very addresses it will dial, so that a name that resolves differently the second time gains nothing. An IP literal
 * is checked here, for Node resolves none; TLS asks for the URL's own host name, and for HTTP/1.1 alone. Returns the
 * socket at once, so that it can be destroyed before it is open; the search for the name's addresses then ends too.
 */
export function dial(
  target: buildConnector.Options,
  dialling: Dialling,
  callback: buildConnector.Callback,
): Socket | undefined {
  const { hostname, protocol } = target;
  const isLiteral = isIP(hostname) !== 0;
  if (isLiteral && !dialling.mayDial(hostname)) {
    callback(new ForbiddenAddress(`${hostname} may not be dialled`), null);
    return undefined;
  }
  const isTls = protocol === "https:";
  const cut = new AbortController();
  const options = {
    host: hostname,
    port: Number(target.port) || (isTls ? 443 : 80),
    lookup: guardedLookup(dialling, cut.signal),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    highWaterMark: READ_AHEAD_BYTES,
    keepAlive: true,
    noDelay: true,
  };
  const servername = isLiteral ? undefined : hostname.replace(/\.$/, "");
  const socket = isTls
    ? connectTls({ ...options, ...(servername && { servername }), ALPNProtocols: ["http/1.1"] })
    : connect(options);
  let tell: buildConnector.Callback | undefined = callback;
  socket.once(isTls ? "secureConnect" : "connect", () => {
    tell?.(null, socket);
    tell = undefined;
  });
  socket.on("error", (error) => {
    tell?.(error, null);
    tell = undefined;
  });
  socket.once("close", () => cut.abort());
  return socket;
}
