import { request } from "node:http";
import { getProvider } from "@/lib/bank";
import { withServer } from "../../baselines/compared-servers";
import { type Running, startTakings } from "../../baselines/start";
import { median } from "../../load/latencies";
import { atMost, logProgress, type PartResult } from "../../report";
import { BANK_PATH } from "../../setup";

const BODY_BYTES = 900_000;
const REQUESTS = 100;
const ROUNDS = 3;
const MAX_MS = 10;
const HEX = "0".repeat(128);
const BASE64 = `${"A".repeat(43)}=`;

/** JSON that is slow to parse: many small objects. */
const BODY = Buffer.from(`[${'{"a":1},'.repeat(BODY_BYTES / 8)}0]`);

/** The requests, by what is wrong with their signature. */
const CASES: [what: string, headers: Record<string, string>][] = [
  ["no signature", {}],
  ["no signature of any bank's form", { "x-paystack-signature": "bogus" }],
  ["Paystack's form", { [getProvider("paystack").signatureHeader]: HEX }],
  ["Monnify's form", { [getProvider("monnify").signatureHeader]: HEX }],
  ["Lenco's form", { [getProvider("lenco").signatureHeader]: HEX }],
  [
    "Moniepoint's form",
    {
      [getProvider("moniepoint").signatureHeader]: BASE64,
      "moniepoint-webhook-id": "1",
      "moniepoint-webhook-timestamp": "1",
    },
  ],
  ["Nomba's form", { [getProvider("nomba").signatureHeader]: BASE64, "nomba-timestamp": "1" }],
];

/** Sends one request and returns its status as soon as it is refused; the rest of the body is not sent. */
function send(port: number, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path: BANK_PATH, method: "POST" };
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

/** The service's processor time per request, in milliseconds. */
async function costOf(server: Running, headers: Record<string, string>): Promise<number> {
  const before = (await server.usage()).cpuUs;
  for (let index = 0; index < REQUESTS; index++) await send(server.port, headers);
  return ((await server.usage()).cpuUs - before) / REQUESTS / 1_000;
}

/** Sends bodies of 0.9 MB with invalid signatures, and measures the cost of each. */
export async function measureInvalidSignatures(): Promise<PartResult> {
  const costs = new Map<string, number[]>();
  await withServer(startTakings, async (server) => {
    await costOf(server, {});
    for (let round = 1; round <= ROUNDS; round++) {
      for (const [what, headers] of CASES)
        costs.set(what, [...(costs.get(what) ?? []), await costOf(server, headers)]);
      logProgress(`round ${round}: bogus signatures measured`);
    }
  });
  const rows = CASES.map(([what]): [string, number] => [what, median(costs.get(what) ?? [])]);
  return {
    title: "A notification of 0.9 MB with a bogus signature",
    head: ["signature", "processor time, ms"],
    rows,
    bars: [atMost("any of them", Math.max(...rows.map(([, ms]) => ms)), MAX_MS, " ms")],
  };
}
