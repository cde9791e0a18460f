import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadSettings } from "./env";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "takings-settings-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const load = (given: Record<string, string> = {}) => loadSettings({ DATA_DIR: dataDir, ...given });
const writeDataFile = (name: string, content: unknown) =>
  writeFileSync(path.join(dataDir, name), typeof content === "string" ? content : JSON.stringify(content));

/** Returns the names of the settings that are reported as faulty. */
function faultyNames(given: Record<string, string>): string[] {
  try {
    load(given);
    return [];
  } catch (thrown) {
    const { faults } = thrown as { faults: string[] };
    return faults.map((fault) => fault.split(":")[0] ?? "");
  }
}

const LIVE = { BANK_MODE: "live", AUTH_URL: "https://takings.example", TRUST_PROXY: "none" };

describe("settings", () => {
  it("come from the environment, else from the file, else from the default", () => {
    writeDataFile("secrets.json", { PORT: 4001, SERVICE_NAME: "Filed" });
    expect(load({ SERVICE_NAME: "Given" })).toMatchObject({
      port: 4001,
      serviceName: "Given",
      host: "127.0.0.1",
    });
  });

  it("are absent if blank", () => expect(load({ PORT: " " }).port).toBe(3000));

  it("are rejected with all faults at once", () =>
    expect(
      faultyNames({
        PORT: "70000",
        BANK_MODE: "demo",
        BUSINESS_TIME_ZONE: "Lagos",
        ENCRYPTION_KEY: "too short",
        DATABASE_URL: "mysql://x",
        WEBHOOK_RETRY_SCHEDULE_MS: "5s",
        WEBHOOK_ALLOW_CIDRS: "10.0.0.0",
        WEBHOOK_ALLOW_HTTP: "yes",
      }),
    ).toEqual([
      "PORT",
      "DATABASE_URL",
      "BUSINESS_TIME_ZONE",
      "ENCRYPTION_KEY",
      "BANK_MODE",
      "WEBHOOK_RETRY_SCHEDULE_MS",
      "WEBHOOK_ALLOW_CIDRS",
      "WEBHOOK_ALLOW_HTTP",
    ]));

  it("are rejected if secrets.json is invalid, with the remedy in the message", () => {
    writeDataFile("secrets.json", "{");
    expect(() => load()).toThrow(/secrets\.json: is not a flat JSON object/);
  });

  it("require the banks and all their credentials in live mode", () => {
    expect(faultyNames(LIVE)).toEqual(["BANK_PROVIDERS"]);
    expect(faultyNames({ ...LIVE, BANK_PROVIDERS: "lenco,moniepoint" })).toEqual([
      "LENCO_API_TOKEN",
      "MONIEPOINT_WEBHOOK_SECRET",
    ]);
  });

  it("require shared secrets from the environment in live mode with an external database", () => {
    const key = Buffer.alloc(32, 7).toString("base64");
    writeDataFile("secrets.json", {
      AUTH_SECRET: "s".repeat(32),
      JOB_SECRET: "s".repeat(32),
      ENCRYPTION_KEY: key,
    });
    const given = {
      ...LIVE,
      BANK_PROVIDERS: "lenco",
      LENCO_API_TOKEN: "token",
      DATABASE_URL: "postgres://a@b/c",
      DATABASE_OWNER_URL: "postgres://owner:p@b/c",
    };
    expect(faultyNames(given)).toEqual(["AUTH_SECRET", "JOB_SECRET", "ENCRYPTION_KEY"]);
  });

  it("require an owner login other than the service's in live mode with an external database", () => {
    const given = {
      ...LIVE,
      BANK_PROVIDERS: "lenco",
      LENCO_API_TOKEN: "token",
      AUTH_SECRET: "s".repeat(32),
      JOB_SECRET: "s".repeat(32),
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
      DATABASE_URL: "postgres://service:p@db.example/takings",
    };
    expect(faultyNames(given)).toEqual(["DATABASE_OWNER_URL"]);
    for (const owner of [
      given.DATABASE_URL,
      `${given.DATABASE_URL}?sslmode=require`,
      "postgres://service:other@direct.example/takings",
    ])
      expect(faultyNames({ ...given, DATABASE_OWNER_URL: owner }), owner).toEqual(["DATABASE_OWNER_URL"]);
    const owned = { ...given, DATABASE_OWNER_URL: "postgres://owner:p@db.example/takings" };
    expect(faultyNames(owned)).toEqual([]);
    const withoutPassword = { ...given, DATABASE_OWNER_URL: "postgres://owner@db.example/takings" };
    expect(faultyNames(withoutPassword)).toEqual(["DATABASE_SYSTEM_URL"]);
    expect(faultyNames({ ...owned, DATABASE_SYSTEM_URL: given.DATABASE_URL })).toEqual([
      "DATABASE_SYSTEM_URL",
    ]);
    const system = "postgres://system:p@db.example/takings";
    expect(faultyNames({ ...withoutPassword, DATABASE_SYSTEM_URL: system })).toEqual([]);
    // A sandbox may use one login, and an embedded database has its own two.
    expect(faultyNames({ DATABASE_URL: given.DATABASE_URL })).toEqual([]);
    const { DATABASE_URL: _outside, ...embedded } = given;
    expect(faultyNames(embedded)).toEqual([]);
  });

  it("derive the same system login on every machine if an external database has a separate owner", () => {
    const DATABASE_URL = "postgres://service:p@db.example:6432/takings?sslmode=require";
    const DATABASE_OWNER_URL = "postgres://owner:secret%20word@direct.example/takings";
    const { databaseSystemUrl, isSystemLoginOurs } = load({ DATABASE_URL, DATABASE_OWNER_URL });
    expect(databaseSystemUrl).toMatch(
      /^postgres:\/\/service_system_login:[\w-]{43}@db\.example:6432\/takings\?sslmode=require$/,
    );
    expect(isSystemLoginOurs).toBe(true);
    expect(load({ DATABASE_URL, DATABASE_OWNER_URL }).databaseSystemUrl).toBe(databaseSystemUrl);
    const other = load({ DATABASE_URL, DATABASE_OWNER_URL: DATABASE_OWNER_URL.replace("word", "other") });
    expect(other.databaseSystemUrl).not.toBe(databaseSystemUrl);
    expect(load({ DATABASE_URL }).databaseSystemUrl).toBeUndefined();
    expect(load({ DATABASE_URL, DATABASE_OWNER_URL: DATABASE_URL }).databaseSystemUrl).toBeUndefined();
    const given = load({ DATABASE_URL, DATABASE_OWNER_URL, DATABASE_SYSTEM_URL: "postgres://mine:p@db/x" });
    expect(given).toMatchObject({ databaseSystemUrl: "postgres://mine:p@db/x", isSystemLoginOurs: false });
  });

  it("move each login to the server itself where the addresses are a pooler's, and need a system login then", () => {
    const given = {
      DATABASE_URL: "postgres://service:p%40ss@pooler.example:6432/takings",
      DATABASE_OWNER_URL: "postgres://owner:secret@pooler.example:6432/takings",
      DATABASE_SYSTEM_URL: "postgres://system:p@pooler.example:6432/takings",
      DATABASE_DIRECT_URL: "postgres://ignored:ignored@db.example:5432/takings?sslmode=require",
    };
    expect(load(given)).toMatchObject({
      hasPooler: true,
      databaseUrl: given.DATABASE_URL,
      databaseSystemUrl: given.DATABASE_SYSTEM_URL,
      databaseDirect: {
        url: "postgres://service:p%40ss@db.example:5432/takings?sslmode=require",
        systemUrl: "postgres://system:p@db.example:5432/takings?sslmode=require",
      },
      databaseOwnerUrl: "postgres://owner:secret@db.example:5432/takings?sslmode=require",
    });
    const { DATABASE_URL, DATABASE_DIRECT_URL } = given;
    expect(faultyNames({ DATABASE_URL, DATABASE_DIRECT_URL })).toEqual(["DATABASE_DIRECT_URL"]);
    expect(faultyNames({ DATABASE_DIRECT_URL })).toEqual(["DATABASE_DIRECT_URL"]);
    expect(load({ DATABASE_URL })).toMatchObject({
      hasPooler: false,
      databaseDirect: { url: DATABASE_URL },
    });
  });

  it("accept a list of old encryption keys and reject an invalid one", () => {
    const [key, other] = [7, 8].map((byte) => Buffer.alloc(32, byte).toString("base64"));
    expect(load({ ENCRYPTION_OLD_KEYS: `${key}, ${other}` }).encryptionOldKeys).toEqual([key, other]);
    expect(faultyNames({ ENCRYPTION_OLD_KEYS: `${key},short` })).toEqual(["ENCRYPTION_OLD_KEYS"]);
  });

  it("require an https AUTH_URL and TRUST_PROXY, which may be none, in live mode", () => {
    const bank = { BANK_MODE: "live", BANK_PROVIDERS: "lenco", LENCO_API_TOKEN: "token" };
    expect(faultyNames(bank)).toEqual(["AUTH_URL", "TRUST_PROXY"]);
    expect(faultyNames({ ...bank, AUTH_URL: "http://takings.example", TRUST_PROXY: "anyone" })).toEqual([
      "TRUST_PROXY",
    ]);
    expect(faultyNames({ ...bank, AUTH_URL: "http://takings.example", TRUST_PROXY: "none" })).toEqual([
      "AUTH_URL",
    ]);
    expect(load({ ...bank, ...LIVE }).trustProxy).toEqual([]);
    expect(load({ ...bank, ...LIVE, TRUST_PROXY: "10.0.0.0/8, ::1/128" }).trustProxy).toEqual([
      "10.0.0.0/8",
      "::1/128",
    ]);
  });

  it("accept an http AUTH_URL in live mode only if it and every bank are on this machine", () => {
    const emulated = {
      ...{ BANK_MODE: "live", TRUST_PROXY: "none", BANK_PROVIDERS: "lenco", LENCO_API_TOKEN: "token" },
      ...{ LENCO_BASE_URL: "http://127.0.0.1:4104", AUTH_URL: "http://localhost:3000" },
    };
    expect(load(emulated).authUrl).toBe("http://localhost:3000");
    const changes: Record<string, string>[] = [
      { AUTH_URL: "http://takings.example" },
      { LENCO_BASE_URL: "https://api.lenco.co" },
      { BANK_PROVIDERS: "lenco,moniepoint", MONIEPOINT_WEBHOOK_SECRET: "secret" },
      { AUTH_URL: "" },
    ];
    for (const change of changes) expect(faultyNames({ ...emulated, ...change })).toEqual(["AUTH_URL"]);
  });

  it("allow webhooks to loopback and plain http in the sandbox only", () => {
    expect(load()).toMatchObject({ webhookAllowCidrs: ["127.0.0.0/8", "::1/128"], webhookAllowHttp: true });
    const live = load({ ...LIVE, BANK_PROVIDERS: "lenco", LENCO_API_TOKEN: "token" });
    expect(live).toMatchObject({ webhookAllowCidrs: [], webhookAllowHttp: false });
  });

  it("use separate test-mode secrets in a live deployment", () => {
    writeDataFile("secrets.json", { TEST_LENCO_API_TOKEN: "made here" });
    const { credentials } = load({
      ...LIVE,
      BANK_PROVIDERS: "lenco",
      LENCO_API_TOKEN: "the bank's",
    });
    expect(credentials.test.LENCO_API_TOKEN).toBe("made here");
    expect(credentials.live?.LENCO_API_TOKEN).toBe("the bank's");
  });

  it("read the embedded database's port from cluster.json", () => {
    writeDataFile("secrets.json", {
      DATABASE_PASSWORD: "p".repeat(16),
      DATABASE_OWNER_PASSWORD: "o".repeat(16),
    });
    expect(load().databaseUrl).toBeUndefined();
    writeDataFile("cluster.json", { port: 5599, directory: dataDir });
    expect(load().databaseUrl).toBe(`postgres://takings:${"p".repeat(16)}@127.0.0.1:5599/takings`);
    expect(load({ DATABASE_SYSTEM_PASSWORD: "s".repeat(16) }).databaseSystemUrl).toBe(
      `postgres://takings_system_login:${"s".repeat(16)}@127.0.0.1:5599/takings`,
    );
  });
});
