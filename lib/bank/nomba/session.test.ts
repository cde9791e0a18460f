import { afterEach, describe, expect, it, vi } from "vitest";
import { MINUTE_MS } from "@/lib/core/time/durations";
import { type ApiRequest, type ApiResponse, startBankApi } from "../testing/server";
import { confirm } from "./confirm";

let api: Awaited<ReturnType<typeof startBankApi>> | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await api?.close();
});

/** A stub of Nomba with one session: a new log-in invalidates the previous token. */
async function startNomba(options: { expiresAt?: string; refusesAll?: boolean } = {}) {
  let session = 0;
  const answer = ({ call, headers }: ApiRequest): ApiResponse => {
    if (call === "POST /v1/auth/token/issue") {
      session++;
      const data = { access_token: `token-${session}`, expiresAt: options.expiresAt };
      return { status: 200, body: { code: "00", data } };
    }
    const isValid = headers.authorization === `Bearer token-${session}` && !options.refusesAll;
    return isValid ? { status: 200, body: { code: "02" } } : { status: 401, body: { code: "401" } };
  };
  const nomba = await startBankApi(answer);
  api = nomba;
  const context = (clientId = "client") => ({
    credentials: {
      NOMBA_CLIENT_ID: clientId,
      NOMBA_CLIENT_SECRET: "secret",
      NOMBA_ACCOUNT_ID: "parent",
    },
    baseUrl: nomba.baseUrl,
    businessTimeZone: "Africa/Lagos",
  });
  return {
    ask: (clientId?: string) => confirm("TX-1", context(clientId)),
    logIns: () => nomba.requests.filter(({ call }) => call.endsWith("/token/issue")).length,
    calls: () => nomba.requests.length,
    logInElsewhere: () => {
      session++;
    },
  };
}

describe("a session at Nomba", () => {
  it("is opened once for concurrent and later calls", async () => {
    const nomba = await startNomba();
    await Promise.all(Array.from({ length: 8 }, () => nomba.ask()));
    await nomba.ask();
    expect(nomba.logIns()).toBe(1);
  });

  it("is replaced shortly before its half hour ends", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const nomba = await startNomba();
    await nomba.ask();
    vi.setSystemTime(Date.now() + 28 * MINUTE_MS);
    await nomba.ask();
    expect(nomba.logIns()).toBe(1);
    vi.setSystemTime(Date.now() + 1.5 * MINUTE_MS);
    await nomba.ask();
    expect(nomba.logIns()).toBe(2);
  });

  it("ends at the expiry that Nomba states, if that is earlier", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const nomba = await startNomba({ expiresAt: new Date(Date.now() + 5 * MINUTE_MS).toISOString() });
    await nomba.ask();
    vi.setSystemTime(Date.now() + 4.5 * MINUTE_MS);
    await nomba.ask();
    expect(nomba.logIns()).toBe(2);
  });

  it("is replaced once for all calls whose token Nomba refuses", async () => {
    const nomba = await startNomba();
    await nomba.ask();
    nomba.logInElsewhere();
    const answers = await Promise.all(Array.from({ length: 5 }, () => nomba.ask()));
    expect(answers).toEqual(Array(5).fill({ status: "unknown" }));
    expect(nomba.logIns()).toBe(2);
  });

  it("is retried only once if Nomba refuses every token", async () => {
    const nomba = await startNomba({ refusesAll: true });
    await expect(nomba.ask()).rejects.toMatchObject({ code: "unavailable" });
    expect(nomba.calls()).toBe(4);
  });

  it("is not shared between different credentials", async () => {
    const nomba = await startNomba();
    await nomba.ask("one");
    await nomba.ask("other");
    expect(nomba.logIns()).toBe(2);
  });

  it("is opened again after a failed log-in", async () => {
    let isAway = true;
    const nomba = await startBankApi(({ call }) => {
      if (isAway) return { status: 503, body: {} };
      const data = { access_token: "token-1" };
      return call.startsWith("POST")
        ? { status: 200, body: { code: "00", data } }
        : { status: 404, body: {} };
    });
    api = nomba;
    const credentials = {
      NOMBA_CLIENT_ID: "client",
      NOMBA_CLIENT_SECRET: "secret",
      NOMBA_ACCOUNT_ID: "parent",
    };
    const ask = () =>
      confirm("TX-1", { credentials, baseUrl: nomba.baseUrl, businessTimeZone: "Africa/Lagos" });
    await expect(ask()).rejects.toMatchObject({ code: "unavailable" });
    isAway = false;
    expect(await ask()).toEqual({ status: "unknown" });
  });
});
