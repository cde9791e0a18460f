// Clients that read no response, from many addresses: `node non-readers.mjs PORT LARGE SMALL COUNT ADDRESSES`.
// LARGE and SMALL are paths.
import { connect } from "node:net";

const [port, large, small, count, addresses] = process.argv.slice(2);
const get = (/** @type {string | undefined} */ path) =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: identity\r\n\r\n`;
/**
 * The kernel buffers up to 4 MB for a client that reads nothing; all clients together must stay below its limit for
 * TCP memory.
 */
const GREEDY = get(large).repeat(14);
const ONE_GREEDY_OF = 16;
const RETURN_MS = 1_000;
let open = 0;

/** @param {number} index */
function start(index) {
  const localAddress = `127.0.0.${2 + (index % Number(addresses))}`;
  const socket = connect({ port: Number(port), host: "127.0.0.1", localAddress });
  socket.pause();
  socket.once("connect", () => {
    if (++open === Number(count)) process.send?.("started");
    socket.write(index % ONE_GREEDY_OF === 0 ? GREEDY : get(small));
  });
  // A client that is disconnected connects again.
  socket.on("error", () => undefined).on("close", () => setTimeout(start, RETURN_MS, index));
}

for (let index = 0; index < Number(count); index++) start(index);
process.once("disconnect", () => process.exit());
