import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/ids";
import { systemDb, systemTx } from "@/lib/db/client";
import { CONNECTIONS_PER_PROCESS } from "@/lib/db/connections/connection-limits";
import { loadSettings } from "@/lib/env";
import { useTestDatabase } from "@/lib/testing/database";
import { pauseSending } from "@/lib/webhooks";
import { serviceUrl } from "../service-url";
import { inspectDatabase } from "./database";
import { findProblems } from "./index";
import { freeDiskBytes, inspectService } from "./service";
import { inspectSettings } from "./settings";

useTestDatabase();

type Findings = Parameters<typeof findProblems>[0];
const healthy: Findings = {
  settings: { set: ["JOB_SECRET"], missing: [], processes: 1 },
  providers: { configured: ["paystack", "lenco"], receiveOnly: ["lenco"] },
  database: {
    embedded: true,
    version: "18.4",
    pendingMigrations: 0,
    replica: { isRead: true, lagSeconds: 0.2, maxLagSeconds: 2 },
    workload: {
      pendingDeliveries: 3,
      oldestDueAt: new Date(),
      openExceptions: 2,
      sendingPause: null,
      secrets: { current: 4, old: 1, unreadable: 0 },
      banks: { lists: [], openAccounts: [] },
      backups: null,
    },
    connectionBudget: { limits: [{ of: "the server", limit: 66, perProcess: 33 }], runningProcesses: 2 },
    fault: null,
  },
  service: { url: "http://127.0.0.1:3000", reachable: true, ready: true },
  freeDiskBytes: 5e9,
};
const database = (change: Partial<Findings["database"]>) => ({
  database: { ...healthy.database, ...change },
});
const overdue = {
  pendingDeliveries: 1,
  oldestDueAt: new Date(Date.now() - 6 * 60_000),
  openExceptions: 0,
  sendingPause: null,
  secrets: { current: 0, old: 0, unreadable: 0 },
  banks: { lists: [], openAccounts: [] },
  backups: null,
};
const backups = {
  deployment: "d6a8f1c0-0000-4000-8000-000000000000",
  folder: "/backups/2026-11-20T12-00-00.000Z",
  takenAt: new Date("2026-11-20T12:00:00Z"),
  failedAt: null,
  failure: null,
  failureAgeSeconds: null,
  overdueSeconds: 3 * 3_600,
};
const list = {
  bankConnectionId: "bnk_paystack" as const,
  listedUntil: new Date("2026-11-20T12:00:00Z"),
  completedAt: null,
  failureCount: 0,
  lastError: null,
  foundCount: 3,
  silentSince: null,
};
const withBanks = (banks: Partial<NonNullable<Findings["database"]["workload"]>["banks"]>) =>
  database({ workload: { ...overdue, oldestDueAt: null, banks: { ...overdue.banks, ...banks } } });
const sendingPause = {
  since: new Date("2026-11-20T12:00:00Z"),
  backupTakenAt: new Date("2026-11-20T09:00:00Z"),
};

describe("the doctor", () => {
  it("finds no problem in a healthy service with pending events and open exceptions", () => {
    expect(findProblems(healthy, { bankMode: "sandbox" })).toEqual([]);
  });

  it.each<[string, Partial<Findings>, RegExp]>([
    [
      "a missing setting",
      { settings: { set: [], missing: ["JOB_SECRET"], processes: 1 } },
      /JOB_SECRET is not set/,
    ],
    ["a database that cannot be asked", database({ fault: "refused" }), /cannot be asked: refused/],
    ["migrations that have not run", database({ pendingMigrations: 2 }), /2 migrations/],
    [
      "a replica that is not read",
      database({ replica: { isRead: false, lagSeconds: 9, maxLagSeconds: 2 } }),
      /replica of DATABASE_REPLICA_URL/,
    ],
    ["an event long overdue", database({ workload: overdue }), /due since/],
    [
      "more running processes than the server has connections for",
      database({
        connectionBudget: { limits: [{ of: "the server", limit: 65, perProcess: 33 }], runningProcesses: 2 },
      }),
      /2 processes need 66 database connections \(33 each\), and the server allows 65/,
    ],
    [
      "more configured processes than a login may have connections for",
      { settings: { set: [], missing: [], processes: 3 } },
      /3 processes need 99/,
    ],
    [
      "paused sending, and not the events that are overdue because of it",
      database({ workload: { ...overdue, sendingPause } }),
      /paused.*2026-11-20T12:00:00.000Z.*2026-11-20T09:00:00.000Z.*takings deliver --resume/,
    ],
    [
      "stored secrets that no key decrypts",
      database({
        workload: { ...overdue, oldestDueAt: null, secrets: { ...overdue.secrets, unreadable: 2 } },
      }),
      /2 stored secrets cannot be decrypted.*ENCRYPTION_KEY/,
    ],
    [
      "a connection that sends no notifications",
      withBanks({ lists: [{ ...list, silentSince: new Date("2026-11-20T12:00:00Z") }] }),
      /bnk_paystack has sent no notification since 2026-11-20T12:00:00.000Z.*webhook URL/,
    ],
    [
      "a list that cannot be read",
      withBanks({ lists: [{ ...list, failureCount: 3, lastError: "paystack answered 500" }] }),
      /list of payments of bnk_paystack.*paystack answered 500/,
    ],
    [
      "an account that its bank does not close",
      withBanks({
        openAccounts: [
          {
            sessionId: "ses_1",
            bankConnectionId: "bnk_lenco",
            state: "refused",
            closesAt: new Date(),
            finishedAt: new Date(),
            reason: "Ask the bank.",
          },
        ],
      }),
      /account of ses_1 could not be closed.*Ask the bank/,
    ],
    [
      "a scheduled backup that failed",
      database({
        workload: {
          ...overdue,
          oldestDueAt: null,
          backups: { ...backups, failedAt: new Date("2026-11-21T12:00:00Z"), failure: "Error: ENOSPC" },
        },
      }),
      /backup failed at 2026-11-21T12:00:00.000Z: Error: ENOSPC.*complete one is of 2026-11-20T12:00:00.000Z/,
    ],
    [
      "a scheduled backup that is not made",
      database({ workload: { ...overdue, oldestDueAt: null, backups } }),
      /due for 3 hours.*BACKUP_DIR/,
    ],
    [
      "a service that does not answer",
      { service: { ...healthy.service, reachable: false, ready: false } },
      /does not answer/,
    ],
    ["a service that is not ready", { service: { ...healthy.service, ready: false } }, /not ready/],
    ["a disk nearly full", { freeDiskBytes: 2e8 }, /200 MB/],
  ])("finds %s", (_name, change, words) => {
    const problems = findProblems({ ...healthy, ...change }, { bankMode: "sandbox" });
    expect(problems).toEqual([expect.stringMatching(words)]);
  });

  it("in live mode reports that no bank issues accounts", () => {
    const providers = { configured: ["lenco"], receiveOnly: ["lenco"] };
    expect(findProblems({ ...healthy, providers }, { bankMode: "live" })).toHaveLength(1);
    expect(findProblems({ ...healthy, providers }, { bankMode: "sandbox" })).toEqual([]);
  });

  it("lists names of settings and never a value", () => {
    const settings = loadSettings();
    const report = inspectSettings(settings);
    expect(report.set).toContain("PAYSTACK_SECRET_KEY");
    expect(JSON.stringify(report)).not.toContain(settings.credentials.test.PAYSTACK_SECRET_KEY);
    expect(inspectSettings({ ...settings, jobSecret: undefined }).missing).toContain("JOB_SECRET");
  });

  it("reports a service that does not answer, and the disk space of a folder that does not exist yet", async () => {
    expect(await inspectService("http://127.0.0.1:9")).toMatchObject({ reachable: false, ready: false });
    expect(await freeDiskBytes("/no/such/folder/anywhere")).toBeGreaterThan(0);
  });

  it("uses an address of the service that this machine can reach", () => {
    expect(serviceUrl({ host: "0.0.0.0", port: 80 })).toBe("http://127.0.0.1:80");
    expect(serviceUrl({ host: "::", port: 80 })).toBe("http://[::1]:80");
    expect(serviceUrl({ host: "takings.test", port: 80 })).toBe("http://takings.test:80");
  });

  it("reads the version and the pending work of a migrated database", async () => {
    await systemDb().sql`
      insert into exceptions (id, mode, provider, bank_connection_id, reason, correlation_key, dedupe_key, detail, notification_id,
        created_at)
      values (${newId("exception")}, 'test', 'paystack', 'bnk_paystack', 'unreadable', 'x', 'fact', 'y', ${newId("notification")}, now())`;
    await systemTx(({ sql }) => pauseSending(sql, sendingPause));
    expect(await inspectDatabase(loadSettings())).toMatchObject({
      embedded: false,
      version: expect.stringMatching(/^\d+\.\d+/),
      pendingMigrations: 0,
      workload: {
        pendingDeliveries: 0,
        oldestDueAt: null,
        openExceptions: 1,
        sendingPause: { backupTakenAt: sendingPause.backupTakenAt },
        secrets: { current: 0, old: 0, unreadable: 0 },
        backups: null,
      },
      connectionBudget: {
        limits: [
          { of: expect.stringContaining("max_connections"), limit: 197, perProcess: CONNECTIONS_PER_PROCESS },
        ],
        runningProcesses: 0,
      },
      fault: null,
    });
  });
});
