/** Guarantee: `sslmode` and `sslrootcert` of a database URL mean what they mean to libpq, against a server with TLS. */
import { readFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import path from "node:path";
import { TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openClient } from "@/drizzle/logins";
import { readTls } from "@/lib/core/settings/database-tls";
import { useTestDatabase } from "@/lib/testing/database";

const database = useTestDatabase();
const file = (name: string) => path.resolve("lib/db/testing/tls", name);
const AUTHORITY = file("authority.pem");

/** The start of a connection that asks for TLS (PostgreSQL documentation, "SSLRequest"). */
const SSL_REQUEST = "0000000804d2162f";
let encrypted = 0;

/** Accepts TLS as a server with `ssl = on` does, with a certificate for `localhost`, and forwards to the test's database. */
const server = createServer((near) => {
  near.on("error", () => near.destroy());
  near.once("data", (first) => {
    if (first.toString("hex") !== SSL_REQUEST) return near.end();
    near.write("S");
    const secured = new TLSSocket(near, {
      isServer: true,
      key: readFileSync(file("server.key.pem")),
      cert: readFileSync(file("server.pem")),
    });
    const far: Socket = connect(Number(new URL(database.ownerUrl).port), "127.0.0.1");
    for (const [from, to] of [[secured, far] as const, [far, secured] as const]) {
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
    }
    secured.once("secure", () => encrypted++);
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

function urlOf(host: string, search: string): string {
  const url = new URL(database.ownerUrl);
  const address = server.address();
  url.hostname = host;
  url.port = String(typeof address === "object" && address?.port);
  url.search = search;
  return url.href;
}

async function select(url: string): Promise<unknown> {
  const client = openClient(url);
  try {
    const [row] = await client`select 1 as one`;
    return row?.one;
  } finally {
    await client.end({ timeout: 1 });
  }
}

test.each([
  ["localhost", `sslmode=verify-full&sslrootcert=${AUTHORITY}`],
  ["127.0.0.1", `sslmode=verify-ca&sslrootcert=${AUTHORITY}`],
  ["127.0.0.1", `sslmode=require&sslrootcert=${AUTHORITY}`],
  ["127.0.0.1", "sslmode=require"],
])("%s connects with %s, encrypted", async (host, search) => {
  const before = encrypted;
  expect(await select(urlOf(host, search))).toBe(1);
  expect(encrypted).toBe(before + 1);
});

test.each([
  ["127.0.0.1", `sslmode=verify-full&sslrootcert=${AUTHORITY}`, /altnames|IP/],
  ["localhost", "sslmode=verify-full", /certificate/],
  ["localhost", "sslmode=verify-full&sslrootcert=system", /certificate/],
  ["localhost", "sslrootcert=system", /certificate/],
  ["localhost", `sslmode=verify-ca&sslrootcert=${file("server.pem")}`, /certificate/],
  ["localhost", `sslmode=require&sslrootcert=${file("server.pem")}`, /certificate/],
])("%s is refused with %s", async (host, search, reason) => {
  await expect(select(urlOf(host, search))).rejects.toThrow(reason);
});

test("faults are said: an unknown mode, one that does not verify, a file that cannot be read, a file without certificates", () => {
  expect(() => readTls("postgres://db/x?sslmode=verify")).toThrow("sslmode must be one of disable, allow");
  expect(() => readTls("postgres://db/x?sslmode=require&sslrootcert=system")).toThrow("must be verify-full");
  expect(() => readTls("postgres://db/x?sslrootcert=/no/such.pem")).toThrow("/no/such.pem cannot be read");
  expect(() => readTls(`postgres://db/x?sslrootcert=${file("server.key.pem")}`)).toThrow("PEM");
});
