// Clients that ask for much and read nothing, from many addresses: `node non-readers.mjs PORT PATH COUNT ADDRESSES`.
import { connect } from "node:net";

const [port, path, count, addresses] = process.argv.slice(2);
const REQUEST = `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: identity\r\n\r\n`;
const PIPELINED = 24;
const RETURN_MS = 200;
let open = 0;

/** @param {number} index */
function start(index) {
  const localAddress = `127.0.0.${2 + (index % Number(addresses))}`;
  const socket = connect({ port: Number(port), host: "127.0.0.1", localAddress });
  socket.pause();
  socket.once("connect", () => {
    if (++open === Number(count)) process.send?.("under way");
    socket.write(REQUEST.repeat(PIPELINED));
  });
  // Who is cut comes again.
  socket.on("error", () => undefined).on("close", () => setTimeout(start, RETURN_MS, index));
}

for (let index = 0; index < Number(count); index++) start(index);
process.once("disconnect", () => process.exit());
