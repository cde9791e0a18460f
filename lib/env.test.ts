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
const keep = (name: string, content: unknown) =>
  writeFileSync(path.join(dataDir, name), typeof content === "string" ? content : JSON.stringify(content));

/** The names of the settings that a start would list as faulty. */
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
  it("are the environment's, else the file's, else the default", () => {
    keep("secrets.json", { PORT: 4001, SERVICE_NAME: "Filed" });
    expect(load({ SERVICE_NAME: "Given" })).toMatchObject({
      port: 4001,
      serviceName: "Given",
      host: "127.0.0.1",
    });
  });

  it("that are blank count as absent", () => expect(load({ PORT: " " }).port).toBe(3000));

  it("lists every fault at once", () =>
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

  it("names a file of secrets that is broken, and the mend", () => {
    keep("secrets.json", "{");
    expect(() => load()).toThrow(/secrets\.json: is not a flat JSON object/);
  });

  it("in live mode demand the banks, and all that each of them needs", () => {
    expect(faultyNames(LIVE)).toEqual(["BANK_PROVIDERS"]);
    expect(faultyNames({ ...LIVE, BANK_PROVIDERS: "lenco,moniepoint" })).toEqual([
      "LENCO_API_TOKEN",
      "MONIEPOINT_WEBHOOK_SECRET",
    ]);
  });

  it("in live mode on an outside database demand the secrets that machines share from the environment itself", () => {
    const key = Buffer.alloc(32, 7).toString("base64");
    keep("secrets.json", {
      AUTH_SECRET: "s".repeat(32),
      JOB_SECRET: "s".repeat(32),
      ENCRYPTION_KEY: key,
    });
    const given = {
      ...LIVE,
      BANK_PROVIDERS: "lenco",
      LENCO_API_TOKEN: "token",
      DATABASE_URL: "postgres://a@b/c",
    };
    expect(faultyNames(given)).toEqual(["AUTH_SECRET", "JOB_SECRET", "ENCRYPTION_KEY"]);
  });

  it("in live mode demand an https address and word on proxies, which may be none", () => {
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

  it("open loopback and plain http to events in the sandbox, and nothing in live mode", () => {
    expect(load()).toMatchObject({ webhookAllowCidrs: ["127.0.0.0/8", "::1/128"], webhookAllowHttp: true });
    const live = load({ ...LIVE, BANK_PROVIDERS: "lenco", LENCO_API_TOKEN: "token" });
    expect(live).toMatchObject({ webhookAllowCidrs: [], webhookAllowHttp: false });
  });

  it("give test mode secrets of its own in a live deployment", () => {
    keep("secrets.json", { TEST_LENCO_API_TOKEN: "made here" });
    const { credentials } = load({
      ...LIVE,
      BANK_PROVIDERS: "lenco",
      LENCO_API_TOKEN: "the bank's",
    });
    expect(credentials.test.LENCO_API_TOKEN).toBe("made here");
    expect(credentials.live?.LENCO_API_TOKEN).toBe("the bank's");
  });

  it("find the embedded database where its launcher wrote it down", () => {
    keep("secrets.json", { DATABASE_PASSWORD: "p".repeat(16), DATABASE_OWNER_PASSWORD: "o".repeat(16) });
    expect(load().databaseUrl).toBeUndefined();
    keep("cluster.json", { port: 5599, directory: dataDir });
    expect(load().databaseUrl).toBe(`postgres://takings:${"p".repeat(16)}@127.0.0.1:5599/takings`);
  });
});
