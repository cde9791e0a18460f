/** Guarantee: `takings doctor --live` reports each fault of a live deployment with its remedy, and no secret. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { POST as proveSecrets } from "@/app/api/jobs/prove-secrets/route";
import { findLiveConnection, type LiveConnection } from "@/lib/bank";
import { respondByCall, startBankApi } from "@/lib/bank/testing/server";
import { createConnectedOrganisation, startLivePaystack } from "@/lib/bank-connections/testing/paystack";
import { assertDefined } from "@/lib/core/errors/assert";
import { systemDb } from "@/lib/db/client";
import { forBank } from "@/lib/endpoints/bank";
import { env } from "@/lib/env";
import type { RouteHandler } from "@/lib/http/serve";
import { compose, connect, post } from "@/lib/intake/testing/connected-event";
import { useTestDatabase } from "@/lib/testing/database";
import { checkClock, MAX_CLOCK_SKEW_MS } from "./clock";
import { checkConnections, checkCredentials } from "./connections";
import {
  checkTrustProxy,
  findLiveProblems,
  formatLiveChecks,
  inspectLive,
  readLiveConnections,
} from "./index";
import { checkSecrets } from "./secrets";
import { checkPublicAddress, checkWebhookUrl, requestWebhook } from "./webhook-url";

const DEPLOYMENT = "sk_live_deployment";
const OURS = "sk_live_ours_0123456789";
const LIST = "GET /transaction";
const NOWHERE = "http://127.0.0.1:9";
const bank = await startLivePaystack([DEPLOYMENT, OURS]);
Object.assign(process.env, {
  ...{ MONNIFY_BASE_URL: NOWHERE, NOMBA_BASE_URL: NOWHERE },
  // No name is resolved for it: an address of this machine is not requested.
  AUTH_URL: "https://localhost",
});
const close: (() => unknown)[] = [() => bank.close()];
afterAll(() => Promise.all(close.map((one) => one())));
useTestDatabase();

beforeEach(() => {
  bank.requests.length = 0;
});

/** Starts an HTTP server that answers with a handler, or with a fixed answer. Returns its address. */
async function startServer(answer: RouteHandler | { status: number; text: string }): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    if ("status" in answer) return outgoing.writeHead(answer.status).end(answer.text);
    const headers = new Headers(
      Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const body = await buffer(incoming);
    const request = new Request(`http://service${incoming.url}`, { method: "POST", headers, body });
    const response = await answer(request, { params: Promise.resolve({}) });
    return outgoing
      .writeHead(response.status, Object.fromEntries(response.headers))
      .end(await response.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  close.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const paystack = async () => assertDefined(await findLiveConnection("bnk_paystack"), "a bank of the test");
const withSecret = async (secret: string): Promise<LiveConnection> => {
  const connection = await paystack();
  const credentials = { ...connection.context.credentials, PAYSTACK_SECRET_KEY: secret };
  return { ...connection, context: { ...connection.context, credentials } };
};

describe("the credentials", () => {
  it("are accepted if the bank's list is readable, which is read and nothing else", async () => {
    expect(await checkCredentials(await paystack())).toMatchObject({ result: "ok", remedy: null });
    expect(bank.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([LIST]);
  });

  it("are a problem with the bank's reason if it refuses the token or the list", async () => {
    expect(await checkCredentials(await withSecret("sk_live_wrong"))).toMatchObject({
      result: "problem",
      detail: expect.stringContaining("Invalid key"),
      remedy: expect.stringContaining("PAYSTACK_"),
    });
    bank.fail(LIST, { status: 403, body: { status: false, message: "Not allowed for this business" } });
    expect(await checkCredentials(await paystack())).toMatchObject({
      result: "problem",
      detail: expect.stringContaining("Not allowed for this business"),
    });
  });

  it("of an organisation are replaced by its own command", async () => {
    const { connectionId } = await createConnectedOrganisation(OURS);
    const connection = assertDefined(await findLiveConnection(connectionId), "the new connection");
    bank.fail(LIST, { status: 403, body: { status: false, message: "No" } });
    const { remedy } = await checkCredentials(connection);
    expect(remedy).toContain(`takings connections rotate --connection ${connectionId}`);
  });

  it("are a problem at an unavailable bank, and not tried at a bank without an API", async () => {
    const dead = await withSecret(DEPLOYMENT);
    bank.fail(LIST, "dead");
    expect(await checkCredentials(dead)).toMatchObject({
      result: "problem",
      detail: expect.stringMatching(/did not answer.*GET \/transaction/),
      remedy: expect.stringContaining(bank.baseUrl),
    });
    const moniepoint = assertDefined(await findLiveConnection("bnk_moniepoint"), "a bank of the test");
    expect(await checkCredentials(moniepoint)).toMatchObject({ result: "not_tried" });
  });
});

describe("the clock", () => {
  const bankAt = (at: number, age = 0) =>
    startBankApi(
      respondByCall({
        "GET /": { status: 404, body: {}, headers: { date: new Date(at).toUTCString(), age: String(age) } },
      }),
    );

  it.each([
    ["ahead of", -MAX_CLOCK_SKEW_MS - 5_000],
    ["behind", MAX_CLOCK_SKEW_MS + 5_000],
  ])("is a problem if it is %s the bank's by more than a minute", async (words, difference) => {
    const api = await bankAt(Date.now() + difference);
    expect(await checkClock(api.baseUrl)).toMatchObject({
      result: "problem",
      detail: expect.stringContaining(words),
      remedy: expect.stringContaining("NTP"),
    });
    await api.close();
  });

  it("is right within a minute, also if the answer comes from a cache", async () => {
    for (const [at, age] of [
      [Date.now() - MAX_CLOCK_SKEW_MS + 5_000, 0],
      [Date.now() - 10 * MAX_CLOCK_SKEW_MS, 600],
    ] as const) {
      const api = await bankAt(at, age);
      expect(await checkClock(api.baseUrl)).toMatchObject({ result: "ok" });
      await api.close();
    }
    expect(await checkClock(bank.baseUrl)).toMatchObject({ result: "ok" });
  });

  it("is not compared with an unavailable bank or one without an API", async () => {
    expect(await checkClock(NOWHERE)).toMatchObject({ result: "not_tried" });
    expect(await checkClock("")).toMatchObject({ result: "not_tried" });
  });
});

describe("the webhook URL", () => {
  it("must be https and not on this machine, and is not requested otherwise", async () => {
    for (const url of [
      "http://takings.example/v1/webhooks/bank",
      "https://localhost/v1/webhooks/bank",
      "https://127.0.0.1",
      "https://[::1]",
    ])
      expect(await checkWebhookUrl(url)).toMatchObject({
        result: "problem",
        remedy: expect.stringContaining("AUTH_URL"),
      });
    expect(checkPublicAddress("https://takings.example")).toMatchObject({ result: "ok" });
  });

  it("is answered by this service if it refuses a notification without a signature", async () => {
    const url = `${await startServer(forBank)}/v1/webhooks/bank`;
    expect(await requestWebhook(url)).toMatchObject({ result: "ok" });
  });

  it.each([
    ["another page", { status: 200, text: "<html>Welcome</html>" }],
    ["another service's refusal", { status: 401, text: '{"error":"no"}' }],
    ["a proxy without the service", { status: 502, text: "Bad gateway" }],
  ])("is a problem if it is answered by %s", async (_name, answer) => {
    const url = `${await startServer(answer)}/v1/webhooks/bank`;
    expect(await requestWebhook(url)).toMatchObject({
      result: "problem",
      detail: expect.stringContaining(String(answer.status)),
      remedy: expect.stringContaining("/v1/webhooks/bank"),
    });
  });

  it("is a problem if nothing answers", async () => {
    expect(await requestWebhook(`${NOWHERE}/v1/webhooks/bank`)).toMatchObject({
      result: "problem",
      detail: expect.stringContaining("does not answer"),
    });
  });
});

describe("the secrets of a process", () => {
  /** Starts a process with these settings instead of the test's. */
  const startWith = (settings: Record<string, string>) =>
    startServer(async (request, context) => {
      const before = Object.fromEntries(Object.keys(settings).map((name) => [name, process.env[name]]));
      Object.assign(process.env, settings);
      const response = await proveSecrets(request, context);
      Object.assign(process.env, before);
      return response;
    });

  it("are the same", async () => {
    expect(await checkSecrets(await startWith({}), env().jobSecret)).toMatchObject({ result: "ok" });
  });

  it.each([
    [
      { ENCRYPTION_KEY: Buffer.alloc(32, 9).toString("base64") },
      "values than these settings: ENCRYPTION_KEY.",
    ],
    [{ AUTH_SECRET: "another secret of sign-ins" }, "AUTH_SECRET."],
    [{ MONIEPOINT_WEBHOOK_SECRET: "another secret" }, "the credentials of the banks."],
  ])("are a problem with another %j, which is named and not shown", async (settings, words) => {
    const found = await checkSecrets(await startWith(settings), env().jobSecret);
    expect(found).toMatchObject({ result: "problem", detail: expect.stringContaining(words) });
    for (const value of Object.values(settings)) expect(JSON.stringify(found)).not.toContain(value);
  });

  it("are not disclosed to a caller with another job secret, and a proof is of no use for another nonce", async () => {
    const url = await startWith({});
    expect(await checkSecrets(url, "another job secret")).toMatchObject({
      ...{ result: "problem", detail: expect.stringContaining("JOB_SECRET") },
    });
    const ask = async (nonce: string) => {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${env().jobSecret}` },
        body: JSON.stringify({ nonce }),
      });
      return { status: response.status, text: await response.text() };
    };
    const [first, second] = [await ask("0".repeat(64)), await ask("1".repeat(64))];
    expect(first.status).toBe(200);
    expect(first.text).not.toBe(second.text);
    expect(first.text).not.toContain(env().encryptionKey);
    expect((await ask("short")).status).toBe(400);
  });

  it("cannot be compared if nothing answers, or an earlier version does", async () => {
    expect(await checkSecrets(NOWHERE, env().jobSecret)).toMatchObject({ result: "problem" });
    const old = await startServer({ status: 404, text: "{}" });
    expect(await checkSecrets(old, env().jobSecret)).toMatchObject({ result: "not_tried" });
  });
});

describe("the report", () => {
  it("has every connection of the deployment and of organisations, the last notification, and no secret", async () => {
    const party = await connect(OURS);
    await post(party.connectionId, compose(OURS, { account: party.account }));
    const live = await inspectLive(env(), await readLiveConnections(), []);
    const of = (subject: string) =>
      Object.fromEntries(live.filter((one) => one.subject === subject).map((one) => [one.check, one.result]));
    expect(of(party.connectionId)).toEqual({
      ...{ credentials: "ok", accounts: "ok", clock: "ok", webhook_url: "problem", last_notification: "ok" },
    });
    expect(of("bnk_paystack")).toMatchObject({ credentials: "ok", last_notification: "not_tried" });
    expect(of("bnk_nomba")).toMatchObject({ credentials: "problem", clock: "not_tried" });
    expect(of("bnk_moniepoint")).toMatchObject({ credentials: "not_tried", accounts: "not_tried" });
    expect(of("deployment")).toEqual({ auth_url: "problem", trust_proxy: "not_tried" });
    const shown = JSON.stringify(live) + formatLiveChecks(live) + findLiveProblems(live).join("\n");
    for (const secret of [OURS, DEPLOYMENT, party.account, process.env.NOMBA_CLIENT_SECRET ?? "-"])
      expect(shown).not.toContain(secret);
    const details = (check: string) => live.filter((one) => one.check === check).map(({ detail }) => detail);
    expect(details("webhook_url")).toEqual(
      expect.arrayContaining([
        expect.stringContaining("https://localhost/v1/webhooks/bank "),
        expect.stringContaining(`https://localhost/api/webhooks/bank/${party.connectionId} `),
      ]),
    );
    expect(details("accounts")).toContain("The service opens no accounts at this bank.");
    const problems = findLiveProblems(live);
    expect(problems).toHaveLength(live.filter(({ result }) => result === "problem").length);
    expect(problems.every((text) => /^(bnk_|deployment)/.test(text))).toBe(true);
  });

  it("asks the connections of one bank at its pace, one after another", async () => {
    const connection = await paystack();
    const paced = { ...connection, provider: { ...connection.provider, callsPerSecond: 10 } };
    const startedAt = performance.now();
    await checkConnections([paced, paced, paced], new Map());
    expect(performance.now() - startedAt).toBeGreaterThan(190);
    expect(bank.count(LIST)).toBeGreaterThanOrEqual(3);
  });

  it("accepts a proxy that TRUST_PROXY names", () => {
    expect(checkTrustProxy({ trustProxy: ["10.0.0.0/8"] })).toMatchObject({ result: "ok" });
    expect(checkTrustProxy({ trustProxy: [] })).toMatchObject({ result: "not_tried" });
  });

  it("changes nothing in the database", async () => {
    const read = () =>
      systemDb().sql`select id, last_notified_at, credentials from bank_connections order by id`;
    const before = await read();
    await inspectLive(env(), await readLiveConnections(), []);
    expect(await read()).toEqual(before);
  });
});
