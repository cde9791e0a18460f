import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { buildConnector } from "undici";
import type { AddressRule } from "./outbound-address";
import type { Resolve } from "./outbound-resolver";

/** The error code of a connection to an address that is not allowed. */
export const FORBIDDEN_ADDRESS = "forbidden_address";

class ForbiddenAddress extends Error {
  readonly code = FORBIDDEN_ADDRESS;
}

/** How connections are opened: the address rule and the name resolver. */
export interface ConnectOptions {
  isAddressAllowed: AddressRule;
  resolve: Resolve;
}

/** The wait for one of a name's addresses before the next is tried: enough for an intercontinental connection. */
const NEXT_ADDRESS_MS = 2_000;
/** The most addresses of a name that are tried. */
const MAX_ADDRESSES = 4;
/** The size of the socket's read buffer. */
const READ_AHEAD_BYTES = 16_384;

/** Resolves a name once and returns only allowed addresses; the socket connects to exactly these. */
function guardedLookup({ isAddressAllowed, resolve }: ConnectOptions, signal: AbortSignal): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, signal).then(
      (addresses) => {
        const allowed = addresses.filter(isAddressAllowed).slice(0, MAX_ADDRESSES);
        const [first] = allowed;
        if (!first) {
          return callback(new ForbiddenAddress(`${hostname} has no allowed address`), []);
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
 * Opens a connection for undici, only to allowed addresses. The check runs in the socket's lookup, on the addresses that
 * it connects to, so that DNS rebinding has no effect. An IP literal is checked here, because Node does not look it up.
 * TLS uses the URL's host name (SNI) and offers only HTTP/1.1. Returns the socket at once, so that it can be destroyed
 * before it is open; that also cancels the name lookup.
 */
export function openSocket(
  target: buildConnector.Options,
  dialling: ConnectOptions,
  callback: buildConnector.Callback,
): Socket | undefined {
  const { hostname, protocol } = target;
  const isLiteral = isIP(hostname) !== 0;
  if (isLiteral && !dialling.isAddressAllowed(hostname)) {
    callback(new ForbiddenAddress(`${hostname} is not an allowed address`), null);
    return undefined;
  }
  const isTls = protocol === "https:";
  const lookup = new AbortController();
  const options = {
    host: hostname,
    port: Number(target.port) || (isTls ? 443 : 80),
    lookup: guardedLookup(dialling, lookup.signal),
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
  let pending: buildConnector.Callback | undefined = callback;
  socket.once(isTls ? "secureConnect" : "connect", () => {
    pending?.(null, socket);
    pending = undefined;
  });
  socket.on("error", (error) => {
    pending?.(error, null);
    pending = undefined;
  });
  socket.once("close", () => lookup.abort());
  return socket;
}
