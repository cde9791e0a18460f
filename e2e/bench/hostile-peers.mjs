// The peers of `npm run hostile`, in their own process: receivers and clients that violate the protocol.
import { connect, createServer } from "node:net";
import { gzipSync } from "node:zlib";

const BLOCK = Buffer.alloc(65_536, "x");
const OK = "HTTP/1.1 200 OK\r\n";

/** @param {import("node:net").Socket} socket @param {Buffer | string} bytes */
function flood(socket, bytes) {
  const pump = () => {
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.on("drain", pump);
  pump();
}

/** @param {import("node:net").Socket} socket */
function drip(socket) {
  const timer = setInterval(() => socket.write("y"), 1_000);
  socket.on("close", () => clearInterval(timer));
}

/** @typedef {(socket: import("node:net").Socket) => void} Behaviour */
/** @param {string | Buffer} head @param {Behaviour} next @returns {Behaviour} */
const after = (head, next) => (socket) => {
  socket.write(head);
  next(socket);
};
/** @param {string | Buffer} bytes @returns {Behaviour} */
const says = (bytes) => (socket) => void socket.write(bytes);
/** @param {string | Buffer} bytes @returns {Behaviour} */
const floods = (bytes) => (socket) => flood(socket, bytes);

const BOMB = gzipSync(Buffer.alloc(100_000_000));
/** @type {Record<string, Behaviour>} */
const RECEIVERS = {
  "no answer": () => undefined,
  "a byte a second": after(`${OK}\r\n`, drip),
  "a head of a byte a second": after(`${OK}x: `, drip),
  "a body of 1 GB": after(`${OK}content-length: 1073741824\r\n\r\n`, floods(BLOCK)),
  "an endless body": after(`${OK}\r\n`, floods(BLOCK)),
  "endless chunks of a byte": after(
    `${OK}transfer-encoding: chunked\r\n\r\n`,
    floods("1\r\nx\r\n".repeat(10_000)),
  ),
  "a compressed bomb": after(
    `${OK}content-encoding: gzip\r\ncontent-length: ${BOMB.length}\r\n\r\n`,
    says(BOMB),
  ),
  "10 MB of headers": after(`${OK}x: `, says(Buffer.alloc(10_000_000, "y"))),
  "an endless status line": after("HTTP/1.1 200 ", floods(BLOCK)),
  "endless interim answers": floods("HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n".repeat(1_000)),
  "an endless chunk extension": after(`${OK}transfer-encoding: chunked\r\n\r\n1;`, floods(BLOCK)),
  "endless trailers": after(`${OK}transfer-encoding: chunked\r\n\r\n0\r\n`, floods("x: y\r\n".repeat(1_000))),
  "a reset": (socket) => void socket.resetAndDestroy(),
};

const POST = "POST /v1/things HTTP/1.1\r\nHost: a\r\n";
const BOGUS = `POST /v1/webhooks/bank HTTP/1.1\r\nHost: a\r\nMonnify-Signature: ${"0".repeat(128)}\r\n`;
const NOTIFICATION = Buffer.alloc(15 * 1_048_576, "x");
/** @type {Record<string, { count: number, attack: Behaviour }>} */
const CLIENTS = {
  "bodies of 1 GB, announced": {
    count: 20,
    attack: after(`${POST}Content-Length: 1073741824\r\n\r\n`, floods(BLOCK)),
  },
  "endless bodies": {
    count: 20,
    attack: after(
      `${POST}Transfer-Encoding: chunked\r\n\r\n`,
      floods(Buffer.concat([Buffer.from("10000\r\n"), BLOCK, Buffer.from("\r\n")])),
    ),
  },
  "bodies in small chunks": {
    count: 5,
    attack: after(`${POST}Transfer-Encoding: chunked\r\n\r\n`, floods("1\r\nx\r\n".repeat(10_000))),
  },
  "bodies of 1 MB without their last byte": {
    count: 120,
    attack: after(`${POST}Content-Length: 1048576\r\n\r\n`, says(Buffer.alloc(1_048_575, "x"))),
  },
  "bank notifications of 15 MiB with a wrong signature, one after another": {
    count: 20,
    attack: floods(
      Buffer.concat([Buffer.from(`${BOGUS}Content-Length: ${NOTIFICATION.length}\r\n\r\n`), NOTIFICATION]),
    ),
  },
  "bank notifications of 15 MiB with a wrong signature, in chunks": {
    count: 20,
    attack: floods(
      Buffer.concat([
        Buffer.from(`${BOGUS}Transfer-Encoding: chunked\r\n\r\n${NOTIFICATION.length.toString(16)}\r\n`),
        NOTIFICATION,
        Buffer.from("\r\n0\r\n\r\n"),
      ]),
    ),
  },
  "bank notifications of 15 MiB without their last byte": {
    count: 20,
    attack: after(
      `${BOGUS}Content-Length: ${NOTIFICATION.length}\r\n\r\n`,
      says(NOTIFICATION.subarray(0, NOTIFICATION.length - 1)),
    ),
  },
  "heads of 10 MB": { count: 20, attack: after(`${POST}x: `, says(Buffer.alloc(10_000_000, "y"))) },
  "heads of a byte a second": { count: 500, attack: after(POST, drip) },
  "requests without end, unanswered": {
    count: 5,
    attack: floods("GET /v1/things HTTP/1.1\r\nHost: a\r\n\r\n".repeat(1_000)),
  },
  "connections that say nothing": { count: 6_000, attack: () => undefined },
};

const [role, name, port] = process.argv.slice(2);
if (role === "receivers") {
  /** @type {Record<string, number>} */
  const ports = {};
  for (const [title, behave] of Object.entries(RECEIVERS)) {
    const server = createServer((socket) => {
      socket.on("error", () => undefined).once("data", () => behave(socket));
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
    const address = server.address();
    if (address && typeof address === "object") ports[title] = address.port;
  }
  process.send?.(ports);
} else if (role === "attacks") {
  process.send?.(Object.keys(CLIENTS));
} else {
  const { count, attack } = CLIENTS[String(name)] ?? { count: 0, attack: () => undefined };
  let open = 0;
  const start = () => {
    const socket = connect(Number(port), "127.0.0.1", () => {
      if (++open === count) process.send?.("started");
      attack(socket);
    });
    // A client that is disconnected connects again.
    socket.on("error", () => undefined).on("close", () => setTimeout(start, 3_000));
    socket.resume();
  };
  for (let index = 0; index < count; index++) start();
}
