import type { lookup } from "node:dns";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { Agent, request } from "undici";
import { afterEach, expect, test } from "vitest";
import { addressRule, FORBIDDEN_ADDRESS, guardedConnector, webhookUrlFault } from "./outbound-address";

const LOOPBACK = ["127.0.0.0/8", "::1/128"];

const FORBIDDEN = [
  ["unspecified", "0.0.0.0", "0.1.2.3", "::"],
  ["loopback", "127.0.0.1", "127.255.255.254", "::1"],
  ["private", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1"],
  ["link-local and metadata", "169.254.0.1", "169.254.169.254", "fe80::1", "168.63.129.16", "fd00:ec2::254"],
  ["shared by carriers", "100.64.0.1", "100.100.100.200", "100.127.255.255"],
  ["protocol assignments", "192.0.0.1", "192.0.0.192", "192.88.99.1"],
  ["benchmarking", "198.18.0.1", "198.19.255.255", "2001:2::1"],
  ["documentation", "192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"],
  ["multicast", "224.0.0.1", "239.255.255.255", "ff02::1"],
  ["reserved", "240.0.0.1", "255.255.255.255", "100::1", "fec0::1", "5f00::1", "4000::1", "1::1"],
  ["unique local", "fc00::1", "fdff::1"],
  ["6to4", "2002:7f00:1::", "2002:808:808::1"],
  ["Teredo", "2001::1", "2001:0:808:808::1"],
  ["NAT64", "64:ff9b::7f00:1", "64:ff9b::127.0.0.1", "64:ff9b:1::a00:1", "64:ff9b::808:808"],
  ["IPv4-mapped", "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::ffff:169.254.169.254"],
  ["IPv4-compatible", "::127.0.0.1", "::7f00:1", "::a00:1", "::2"],
  ["IPv4-translated", "::ffff:0:127.0.0.1", "::ffff:0:808:808"],
  ["no address", "", "example.com", "127.1", "0x7f000001", "2130706433", "[::1]", "8.8.8.8/8"],
].flatMap(([kind = "", ...addresses]) => addresses.map((address) => [kind, address] as const));

const servers: Array<{ close(): unknown }> = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(
  server: ReturnType<typeof createServer> | ReturnType<typeof createTlsServer>,
): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** A receiver that counts the connections it is opened. */
async function counter() {
  let connections = 0;
  const server = createServer((_, response) => response.end("ok"));
  server.on("connection", () => connections++);
  return { port: await listen(server), connections: () => connections };
}

/** A resolver that gives each answer in turn, and the last one ever after. */
function answers(...each: string[][]): typeof lookup {
  const resolve = (_name: string, _options: object, callback: (error: null, found: object[]) => void) => {
    const found = (each.length > 1 ? each.shift() : each[0]) ?? [];
    callback(
      null,
      found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  };
  return resolve as typeof lookup;
}

function agentFor(allow: string[], resolve?: typeof lookup): Agent {
  const agent = new Agent({
    connect: guardedConnector({ mayDial: addressRule(allow), timeoutMs: 2_000, resolve }),
  });
  servers.push({ close: () => agent.destroy() });
  return agent;
}

test.each(FORBIDDEN)("no connection is opened to what is %s: %s", (_, address) => {
  expect(addressRule([])(address)).toBe(false);
});

test.each(["8.8.8.8", "1.1.1.1", "102.88.1.1", "2606:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8"])(
  "an address of the open internet may be dialled: %s",
  (address) => expect(addressRule([])(address)).toBe(true),
);

test("a range the deployment allows is open in every form of its addresses, and nothing beside it", () => {
  const mayDial = addressRule(["127.0.0.0/8", "fd12::/16"]);
  const open = ["127.0.0.1", "::ffff:127.0.0.1", "::ffff:7f00:1", "fd12::9"].map(mayDial);
  const shut = ["10.0.0.1", "::1", "::ffff:10.0.0.1", "fd13::9", "64:ff9b::7f00:1", "2002:7f00:1::"].map(
    mayDial,
  );
  expect([open, shut]).toEqual([Array(4).fill(true), Array(6).fill(false)]);
});

test.each([
  "127.0.0.1",
  "[::ffff:127.0.0.1]",
  "[::127.0.0.1]",
  "2130706433",
  "0x7f.1",
  "127.1",
  "127.0.0.1.",
  "localhost",

  "0",
])("a URL of this machine opens no connection, however it is written: %s", async (host) => {
  const receiver = await counter();
  const sent = request(`http://${host}:${receiver.port}/`, { dispatcher: agentFor([]) });
  await expect(sent).rejects.toMatchObject({ code: FORBIDDEN_ADDRESS });
  expect(receiver.connections()).toBe(0);
});

test("a name with a final dot is resolved and judged as any other", async () => {
  const receiver = await counter();
  const sent = request(`http://localhost.:${receiver.port}/`, {
    dispatcher: agentFor([], answers(["127.0.0.1"])),
  });
  await expect(sent).rejects.toMatchObject({ code: FORBIDDEN_ADDRESS });
  expect(receiver.connections()).toBe(0);
});

test("an allowed receiver is reached by literal, by mapped literal and by name", async () => {
  const receiver = await counter();
  for (const host of ["127.0.0.1", "[::ffff:127.0.0.1]", "localhost"]) {
    const answer = await request(`http://${host}:${receiver.port}/`, { dispatcher: agentFor(LOOPBACK) });
    expect(await answer.body.text()).toBe("ok");
  }
  expect(receiver.connections()).toBe(3);
});

test("a name that turns to a private address after it was checked is refused", async () => {
  const receiver = await counter();
  const agent = agentFor([], answers(["127.0.0.1"]));
  const sent = request(`http://rebound.example:${receiver.port}/`, { dispatcher: agent });
  await expect(sent).rejects.toMatchObject({ code: FORBIDDEN_ADDRESS });
  const turning = agentFor(["127.0.0.1/32"], answers(["127.0.0.1"], ["127.0.0.2"]));
  const url = `http://turning.example:${receiver.port}/`;
  const first = await request(url, { dispatcher: turning, headers: { connection: "close" } });
  await first.body.text();
  await expect(request(url, { dispatcher: turning })).rejects.toMatchObject({ code: FORBIDDEN_ADDRESS });
  expect(receiver.connections()).toBe(1);
});

test("of a name's addresses only the allowed ones are dialled", async () => {
  const receiver = await counter();
  const agent = agentFor(["127.0.0.1/32"], answers(["10.0.0.1", "169.254.169.254", "127.0.0.1"]));
  const answer = await request(`http://mixed.example:${receiver.port}/`, { dispatcher: agent });
  expect(await answer.body.text()).toBe("ok");
});

test("a TLS receiver is asked for by the name in the URL, not by the address dialled", async () => {
  let asked = "";
  const port = await listen(
    createTlsServer({
      SNICallback: (name, done) => {
        asked = name;
        done(new Error("no certificate"));
      },
    }),
  );
  const agent = agentFor(LOOPBACK, answers(["127.0.0.1"]));
  await expect(request(`https://tls.example:${port}/`, { dispatcher: agent })).rejects.toThrow();
  expect(asked).toBe("tls.example");
});

const OPEN = { webhookAllowHttp: true, webhookAllowCidrs: LOOPBACK };
const SHUT = { webhookAllowHttp: false, webhookAllowCidrs: [] };

test.each([
  "https://example.com/hook?a=1",
  "https://8.8.8.8:8443/",
  "https://xn--hxajbheg2az3al.example/",
  "https://localhost./",
])("an address for events can be %s", (url) => expect(webhookUrlFault(url, SHUT)).toBeUndefined());

test("plain http and loopback are for deployments that allow them", () => {
  expect(webhookUrlFault("http://127.0.0.1:9/hook", OPEN)).toBeUndefined();
  expect(webhookUrlFault("http://example.com/hook", SHUT)).toBe("must start with https://");
  expect(webhookUrlFault("https://127.0.0.1:9/hook", SHUT)).toBe("must not be a private or reserved address");
  expect(webhookUrlFault("https://[::ffff:7f00:1]/", SHUT)).toBe("must not be a private or reserved address");
});

test.each([
  ["", "must be a whole web address that starts with https:// or http://"],
  ["example.com/hook", "must be a whole web address that starts with https:// or http://"],
  ["/hook", "must be a whole web address that starts with https:// or http://"],
  ["https://exam ple.com", "must be a whole web address that starts with https:// or http://"],
  [" https://example.com", "must be a whole web address that starts with https:// or http://"],
  ["https:\\\\example.com", "must be a whole web address that starts with https:// or http://"],
  ["ftp://example.com", "must start with https:// or http://"],
  ["file:///etc/passwd", "must start with https:// or http://"],
  ["javascript:alert(1)", "must start with https:// or http://"],
  ["https://user@example.com", "must not hold a user name or a password"],
  ["https://user:word@example.com", "must not hold a user name or a password"],
  ["https://10.0.0.1/", "must not be a private or reserved address"],
  ["https://[fd00::1]/", "must not be a private or reserved address"],
])("an address for events cannot be %j", (url, fault) => {
  expect(webhookUrlFault(url, OPEN)).toBe(fault);
});
