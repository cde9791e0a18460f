import { createHook } from "node:async_hooks";
import { createServer } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { createAddressRule, findWebhookUrlError } from "@/lib/security/outbound/outbound-address";
import { FORBIDDEN_ADDRESS, openSocket } from "@/lib/security/outbound/outbound-connection";
import { createResolver } from "@/lib/security/outbound/outbound-resolver";
import { newSigningSecret } from "@/lib/security/signing-secret";
import { startNameServer } from "@/lib/security/testing/name-server";
import { attemptDelivery } from "./attempts/attempt";
import { createConnectionPool } from "./attempts/connection-pool";
import { startReceiver } from "./testing/receiver";

process.env.DATA_DIR = "/nonexistent/takings";
process.env.WEBHOOK_ALLOW_HTTP = "true";
// An unused range instead of the sandbox's loopback, so that internal addresses are blocked as in live mode.
process.env.WEBHOOK_ALLOW_CIDRS = "192.0.2.1/32";

const SETTINGS = { webhookAllowHttp: true, webhookAllowCidrs: [] };

/** Internal addresses and names of this machine, as the hosts of URLs. */
const HOSTS = [
  // This machine, in every notation that URLs allow.
  ..."127.0.0.1 127.0.0.1. 127.1 127.0.1 127.255.255.254 0 0.0.0.0 2130706433 017700000001 0x7f000001".split(
    " ",
  ),
  ..."0x7f.0.0.1 0177.0.0.1 0x7F.1 127.0.0.01 127.0.0.0x1 １２７.0.0.1 127。0。0。1 127．0．0．1".split(" "),
  ..."%31%32%37.0.0.1 127%2e0%2e0%2e1 ①②⑦.0.0.1".split(" "),
  ..."localhost localhost. LOCALHOST LocalHost a.localhost a.localhost. ｌocalhost loc%61lhost".split(" "),
  ..."[::1] [::] [0:0:0:0:0:0:0:1] [::127.0.0.1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:0:127.0.0.1]".split(
    " ",
  ),
  // Internal networks.
  ..."10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 169.254.170.2 168.63.129.16".split(" "),
  ..."2852039166 0xA9FEA9FE 0xa9.0376.43518 100.64.0.1 100.100.100.200 192.0.0.192 192.88.99.1".split(" "),
  ..."198.18.0.1 192.0.2.2 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255".split(" "),
  ..."[fe80::1] [fc00::1] [fd00:ec2::254] [fec0::1] [ff02::1] [100::1] [5f00::1] [2001:db8::1] [3fff::1]".split(
    " ",
  ),
  // Addresses that embed another one.
  ..."[64:ff9b::7f00:1] [64:ff9b::169.254.169.254] [64:ff9b:1::a00:1] [2002:7f00:1::] [2002:a9fe:a9fe::]".split(
    " ",
  ),
  ..."[2001::1] [2001:0:7f00:1::] [2001:20::1] [::ffff:169.254.169.254] [::a9fe:a9fe] [::ffff:10.0.0.1]".split(
    " ",
  ),
];

/** Texts that are not valid webhook URLs, whatever their host. */
const INVALID_URLS = [
  ..."http://public.example@127.0.0.1/ http://:x@8.8.8.8/ http://@8.8.8.8/ http:127.0.0.1 http:/127.0.0.1".split(
    " ",
  ),
  ..."http:///127.0.0.1 //127.0.0.1 http:\\\\127.0.0.1 http://8.8.8.8\\@127.0.0.1/ http://[fe80::1%25lo]/".split(
    " ",
  ),
  ..."file:///etc/passwd gopher://127.0.0.1/ ftp://127.0.0.1/ data:,x ws://127.0.0.1/ dict://127.0.0.1:11211/".split(
    " ",
  ),
  ..."http://8.8.8.8:22/ http://8.8.8.8:25/ https://8.8.8.8:6667/ http://8.8.8.8:0/ http://8.8.8.8:1023/".split(
    " ",
  ),
  ..."http://256.0.0.1/ http://1.2.3.4.5/ http://0x/ http:// http://8.8.8.8:65536/ http://[::1/".split(" "),
  "http://127.0.0.1\n/",
  "http://127.0.\t0.1/",
  " http://127.0.0.1/",
  "http://8.8.8.8/\u0000",
];

/** The addresses of names, at the first query and at later ones. */
const NAMES: Record<string, readonly string[][]> = {
  "loopback.example": [["127.0.0.1"]],
  "loopback6.example": [["::1"]],
  "both.example": [["127.0.0.1", "::1"]],
  "metadata.example": [["169.254.169.254"]],
  "private.example": [["10.0.0.1", "172.16.0.1", "192.168.0.1"]],
  "carrier.example": [["100.64.0.1"]],
  "unspecified.example": [["0.0.0.0", "::"]],
  "mapped.example": [["::ffff:127.0.0.1"]],
  "compatible.example": [["::127.0.0.1"]],
  "nat64.example": [["64:ff9b::7f00:1"]],
  "6to4.example": [["2002:7f00:1::"]],
  "unique-local.example": [["fd00::1"]],
  "link-local.example": [["fe80::1"]],
};

/** Counts the outgoing connections of this process: each calls connect(2) once. */
let dialled = 0;
const hook = createHook({ init: (_id, type) => void (type === "TCPCONNECTWRAP" && dialled++) });
beforeAll(() => void hook.enable());
afterAll(() => void hook.disable());

/** Listens on every address of this machine and counts connections. */
const tripwire = createServer();
let tripped = 0;
tripwire.on("connection", (socket) => {
  tripped++;
  socket.destroy();
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => tripwire.listen(0, "::", resolve));
  const address = tripwire.address();
  port = typeof address === "object" ? (address?.port ?? 0) : 0;
});
afterAll(() => void tripwire.close());
beforeEach(() => {
  [dialled, tripped] = [0, 0];
});

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

const secrets = [newSigningSecret()];
async function send(url: string, allow: readonly string[] = []) {
  const { server } = await startNameServer((name, number) => {
    const answers = NAMES[name.toLowerCase()] ?? [];
    return answers[Math.min(number, answers.length) - 1] ?? [];
  });
  const connections = createConnectionPool({
    isAddressAllowed: createAddressRule(allow),
    resolve: createResolver([server]),
  });
  opened.push({ close: () => connections.closeIdle() });
  const event = { id: newId("delivery"), url, body: "{}", secrets };
  return () => attemptDelivery(event, { timeoutMs: 3_000, connections });
}

test.each(HOSTS)(
  "an internal address is rejected as a webhook URL, and nothing is sent to it: %s",
  async (host) => {
    for (const url of [`http://${host}/`, `https://${host}:8443/`, `http://${host}:${port}/`]) {
      expect(findWebhookUrlError(url, SETTINGS), url).toBe("must not be a private or reserved address");
      const attempt = await (await send(url))();
      expect(attempt).toMatchObject({ ok: false, status: undefined });
    }
    expect([dialled, tripped]).toEqual([0, 0]);
  },
);

test.each(HOSTS)("the connector itself refuses an internal address: %s", async (host) => {
  const { hostname, protocol } = new URL(`http://${host}/`);
  const target = { hostname: hostname.replace(/^\[(.*)\]$/, "$1"), protocol, port: String(port) };
  const dialling = { isAddressAllowed: createAddressRule([]), resolve: createResolver(["127.0.0.1:9"]) };
  const thrown = await new Promise(
    (resolve) => void openSocket(target, dialling, (...[error]) => resolve(error)),
  );
  expect(thrown).toMatchObject({ code: FORBIDDEN_ADDRESS });
  expect([dialled, tripped]).toEqual([0, 0]);
});

test.each(INVALID_URLS)("an invalid webhook URL is rejected and not sent to: %j", async (url) => {
  expect(findWebhookUrlError(url, SETTINGS)).toMatch(/^must /);
  expect((await (await send(url))()).error).toMatch(/^Not sent: the address must /);
  expect([dialled, tripped]).toEqual([0, 0]);
});

test.each(Object.keys(NAMES))(
  "a name with internal addresses is resolved but not connected to: %s",
  async (name) => {
    for (const scheme of ["http", "https"]) {
      expect(findWebhookUrlError(`${scheme}://${name}:${port}/`, SETTINGS)).toBeUndefined();
      const attempt = await (await send(`${scheme}://${name}:${port}/`))();
      expect(attempt.error).toBe(
        "The address leads to a private or reserved range, where events are not sent.",
      );
    }
    expect([dialled, tripped]).toEqual([0, 0]);
  },
);

test("a name that becomes internal after its first event is not connected to again", async () => {
  const receiver = await startReceiver((response) => response.setHeader("connection", "close").end());
  NAMES["turning.example"] = [["127.0.0.1"], ["127.0.0.2"], ["127.0.0.1"], ["10.0.0.1", "::1"]];
  const attempt = await send(`http://turning.example:${receiver.port}/`, ["127.0.0.1/32"]);
  const outcomes = [];
  for (let number = 0; number < 5; number++) outcomes.push((await attempt()).ok);
  expect(outcomes).toEqual([true, false, true, false, false]);
  expect([dialled, receiver.received.length, tripped]).toEqual([2, 2, 0]);
});

test("only the allowed address of a name with many internal ones is used", async () => {
  const receiver = await startReceiver();
  NAMES["mixed.example"] = [["10.0.0.1", "169.254.169.254", "127.0.0.1", "127.0.0.2", "::1", "fd00::1"]];
  const attempt = await send(`http://mixed.example:${receiver.port}/`, ["127.0.0.1/32"]);
  expect(await attempt()).toMatchObject({ ok: true });
  expect(dialled).toBe(1);
});

const inside = () => `http://127.0.0.1:${port}/`;
const URL_HEADERS: [string, () => Record<string, string>][] = [
  ["a location", () => ({ location: inside() })],
  ["a location without a scheme", () => ({ location: `//127.0.0.1:${port}/` })],
  ["a relative location", () => ({ location: "/elsewhere" })],
  ["a refresh", () => ({ refresh: `0; url=${inside()}` })],
  [
    "every other header with a URL",
    () => ({
      "content-location": inside(),
      link: `<${inside()}>; rel=preload`,
      "alt-svc": `h2="127.0.0.1:${port}"`,
      "proxy-authenticate": "Basic",
      "www-authenticate": `Basic realm="${inside()}"`,
    }),
  ],
];
const STATUSES = [200, 201, 300, 301, 302, 303, 304, 305, 306, 307, 308, 401, 407, 421, 426];

test.each(URL_HEADERS)(
  "no response header leads to another connection, with any status: %s",
  async (_, headers) => {
    for (const status of STATUSES) {
      [dialled, tripped] = [0, 0];
      const receiver = await startReceiver((response) => response.writeHead(status, headers()).end());
      NAMES["answering.example"] = [["127.0.0.1"]];
      const attempt = await send(`http://answering.example:${receiver.port}/`, ["127.0.0.1/32"]);
      expect(await attempt()).toMatchObject({ ok: status < 300, status });
      expect([status, dialled, receiver.received.length, tripped]).toEqual([status, 1, 1, 0]);
    }
  },
);
