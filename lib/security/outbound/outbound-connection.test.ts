import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createServer as createTlsServer } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { type ResolveQuery, startNameServer } from "../testing/name-server";
import { createAddressRule } from "./outbound-address";
import { FORBIDDEN_ADDRESS, openSocket } from "./outbound-connection";
import { createResolver, type Resolve, UNRESOLVED_NAME } from "./outbound-resolver";

const LOOPBACK = ["127.0.0.0/8", "::1/128"];

const opened: Array<{ close(): unknown }> = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

async function listen(
  server: ReturnType<typeof createServer> | ReturnType<typeof createTlsServer>,
  host = "127.0.0.1",
): Promise<number> {
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

/** Starts a receiver that counts its connections. */
async function counter(host?: string) {
  let connections = 0;
  const server = createServer().on("connection", () => connections++);
  return { port: await listen(server, host), connections: () => connections };
}

/** Connects as undici does: to a URL's host, without the brackets of an IPv6 literal. */
function open(url: string, allow: readonly string[], resolve: Resolve = createResolver()): Promise<Socket> {
  const { protocol, port, hostname } = new URL(url);
  const target = { protocol, port, hostname: hostname.replace(/^\[(.*)\]$/, "$1") };
  return new Promise((done, fail) => {
    const socket = openSocket(
      target,
      { isAddressAllowed: createAddressRule(allow), resolve },
      (error, made) => (made ? done(made) : fail(error)),
    );
    opened.push({ close: () => socket?.destroy() });
  });
}

const nameServer = async (answering: ResolveQuery) =>
  createResolver([(await startNameServer(answering)).server]);

test.each([
  "127.0.0.1",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "[::127.0.0.1]",
  "2130706433",
  "0x7f.1",
  "0177.0.0.1",
  "127.1",
  "127.0.0.1.",
  "１２７.0.0.1",
  "127。0。0。1",
  "%31%32%37.0.0.1",
  "localhost",
  "LOCALHOST",
  "localhost.",
  "receiver.localhost",
  "0",
])("a URL of this machine opens no connection in any notation: %s", async (host) => {
  const receiver = await counter();
  await expect(open(`http://${host}:${receiver.port}/`, [])).rejects.toMatchObject({
    code: FORBIDDEN_ADDRESS,
  });
  expect(receiver.connections()).toBe(0);
});

test("an allowed receiver is reached by literal, by mapped literal and by name", async () => {
  const receiver = await counter();
  for (const host of ["127.0.0.1", "[::ffff:127.0.0.1]", "localhost", "receiver.localhost."]) {
    await open(`http://${host}:${receiver.port}/`, LOOPBACK);
  }
  await expect.poll(receiver.connections).toBe(4);
});

test("a receiver that listens only on IPv6 is reached by a name with both families", async () => {
  const receiver = await counter("::1");
  await open(`http://localhost:${receiver.port}/`, LOOPBACK);
  await expect.poll(receiver.connections).toBe(1);
});

test("a name is resolved once per connection, and the connection goes to the resolved addresses", async () => {
  const receiver = await counter();
  const { server, asked } = await startNameServer((_, number) => [number === 1 ? "127.0.0.1" : "127.0.0.2"]);
  const resolve = createResolver([server]);
  const url = `http://turning.example:${receiver.port}/`;
  await open(url, ["127.0.0.1/32"], resolve);
  expect([...asked]).toEqual([
    ["turning.example 1", 1],
    ["turning.example 28", 1],
  ]);
  await expect(open(url, ["127.0.0.1/32"], resolve)).rejects.toMatchObject({ code: FORBIDDEN_ADDRESS });
  expect(receiver.connections()).toBe(1);
});

test("only the allowed addresses of a name are used", async () => {
  const receiver = await counter();
  const inside = ["10.0.0.1", "169.254.169.254", "::1", "fd00::1", "64:ff9b::7f00:1"];
  const resolve = await nameServer((name) => (name === "mixed.example" ? [...inside, "127.0.0.1"] : inside));
  await open(`http://mixed.example:${receiver.port}/`, ["127.0.0.1/32"], resolve);
  await expect(open(`http://inside.example:${receiver.port}/`, [], resolve)).rejects.toMatchObject({
    code: FORBIDDEN_ADDRESS,
  });
  await expect.poll(receiver.connections).toBe(1);
});

test("a name without addresses is reported as unresolved, not as a refused connection", async () => {
  const resolve = await nameServer(() => []);
  await expect(open("http://nobody.example/", [], resolve)).rejects.toMatchObject({ code: UNRESOLVED_NAME });
  const dead = createResolver(["127.0.0.1:1"]);
  await expect(open("http://nobody.example/", [], dead)).rejects.toMatchObject({ code: UNRESOLVED_NAME });
});

test("a hundred unresponsive names delay no other, and aborting cancels a lookup", async () => {
  const receiver = await counter();
  const { server, asked } = await startNameServer((name) =>
    name.startsWith("hang") ? undefined : ["127.0.0.1"],
  );
  const resolve = createResolver([server]);
  const hanging = Array.from({ length: 100 }, (_, index) => {
    const target = { protocol: "http:", port: "80", hostname: `hang${index}.example` };
    return openSocket(target, { isAddressAllowed: createAddressRule([]), resolve }, () => undefined);
  });
  const startedAt = performance.now();
  await open(`http://quick.example:${receiver.port}/`, LOOPBACK, resolve);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
  for (const socket of hanging) socket?.destroy();
  await sleep(2_500);
  expect(asked.get("hang0.example 1")).toBe(1);
});

test("a name server that never answers for IPv6 does not delay IPv4", async () => {
  const receiver = await counter();
  const { server } = await startNameServer((_name, _number, family) =>
    family === 4 ? ["127.0.0.1"] : undefined,
  );
  const asking = createResolver([server]);
  const startedAt = performance.now();
  await open(`http://old.example:${receiver.port}/`, LOOPBACK, asking);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

test("TLS uses the name in the URL (SNI), not the address", async () => {
  let asked = "";
  const port = await listen(
    createTlsServer({
      SNICallback: (name, done) => {
        asked = name;
        done(new Error("no certificate"));
      },
    }),
  );
  const resolve = await nameServer(() => ["127.0.0.1"]);
  await expect(open(`https://tls.example.:${port}/`, LOOPBACK, resolve)).rejects.toThrow();
  expect(asked).toBe("tls.example");
});
