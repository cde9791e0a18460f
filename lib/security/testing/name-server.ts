import { createSocket, type RemoteInfo } from "node:dgram";
import { isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";
import { afterTest } from "@/lib/testing/after-test";

/** The addresses of a name at the n-th query of a family, from 1; `undefined`: no response; empty: no address. */
export type ResolveQuery = (name: string, number: number, family: 4 | 6) => readonly string[] | undefined;

/** Parses the name and type of the first question (RFC 1035 §4.1.2), and its end offset. */
function readQuestion(query: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join("."), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** Encodes an address as a resource record with the question's name and a TTL of 0 (RFC 1035 §4.1.3). */
function record(address: string, type: number): Buffer {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
  return Buffer.concat([head, bytes]);
}

/** Starts a local name server that is closed after the test and counts the queries in `asked`. */
export async function startNameServer(answering: ResolveQuery) {
  const socket = createSocket("udp4");
  const asked = new Map<string, number>();
  const answer = (query: Buffer, from: RemoteInfo) => {
    const { name, type, end } = readQuestion(query);
    const key = `${name} ${type}`;
    const number = (asked.get(key) ?? 0) + 1;
    asked.set(key, number);
    const family = type === 28 ? 6 : 4;
    const addresses = answering(name, number, family);
    if (!addresses) return;
    const records = addresses
      .filter((address) => family === (isIPv6(address) ? 6 : 4))
      .map((address) => record(address, type));
    const head = Buffer.from([0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0]);
    socket.send(Buffer.concat([query.subarray(0, 2), head, query.subarray(12, end), ...records]), from.port);
  };
  socket.on("message", answer);
  afterTest(() => socket.close());
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return { server: `127.0.0.1:${socket.address().port}`, asked };
}
