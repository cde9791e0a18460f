import { request } from "node:http";
import { providerNamed } from "@/lib/bank";
import { withServer } from "../baselines/sides";
import { type Running, startTakings } from "../baselines/start";
import { median } from "../load/latencies";
import { atMost, type Finding, say } from "../report";
import { BANK } from "../setup";

const BODY_BYTES = 900_000;
const REQUESTS = 100;
const ROUNDS = 3;
const MOST_MS = 10;
const HEX = "0".repeat(128);
const BASE64 = `${"A".repeat(43)}=`;

/** JSON that would take long to parse: small objects without end. */
const BODY = Buffer.from(`[${'{"a":1},'.repeat(BODY_BYTES / 8)}0]`);

/** What is sent, by what is wrong with its signature. */
const CASES: [what: string, headers: Record<string, string>][] = [
  ["no signature", {}],
  ["no signature of any bank's form", { "x-paystack-signature": "bogus" }],
  ["Paystack's form", { [providerNamed("paystack").signatureHeader]: HEX }],
  ["Monnify's form", { [providerNamed("monnify").signatureHeader]: HEX }],
  ["Lenco's form", { [providerNamed("lenco").signatureHeader]: HEX }],
  [
    "Moniepoint's form",
    {
      [providerNamed("moniepoint").signatureHeader]: BASE64,
      "moniepoint-webhook-id": "1",
      "moniepoint-webhook-timestamp": "1",
    },
  ],
  ["Nomba's form", { [providerNamed("nomba").signatureHeader]: BASE64, "nomba-timestamp": "1" }],
];

/** Sends one and answers its status once it is refused; what is left of the body is not sent then. */
function send(port: number, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path: BANK, method: "POST" };
    const asked = request(
      { ...options, headers: { ...headers, "content-length": BODY.length } },
      (answer) => {
        answer.resume().on("end", () => {
          resolve(answer.statusCode ?? 0);
          asked.destroy();
        });
      },
    );
    asked.on("error", reject).end(BODY);
  });
}

/** The processor time that a request costs the service, in milliseconds. */
async function costOf(server: Running, headers: Record<string, string>): Promise<number> {
  const before = (await server.usage()).cpuUs;
  for (let index = 0; index < REQUESTS; index++) await send(server.port, headers);
  return ((await server.usage()).cpuUs - before) / REQUESTS / 1_000;
}

/** Sends bodies of 0.9 MB whose signature is none of the bank's, and measures what each costs. */
export async function measureBogus(): Promise<Finding> {
  const costs = new Map<string, number[]>();
  await withServer(startTakings, async (server) => {
    await costOf(server, {});
    for (let round = 1; round <= ROUNDS; round++) {
      for (const [what, headers] of CASES)
        costs.set(what, [...(costs.get(what) ?? []), await costOf(server, headers)]);
      say(`round ${round}: bogus signatures measured`);
    }
  });
  const rows = CASES.map(([what]): [string, number] => [what, median(costs.get(what) ?? [])]);
  return {
    title: "A notification of 0.9 MB with a bogus signature",
    head: ["signature", "processor time, ms"],
    rows,
    bars: [atMost("any of them", Math.max(...rows.map(([, ms]) => ms)), MOST_MS, " ms")],
  };
}
