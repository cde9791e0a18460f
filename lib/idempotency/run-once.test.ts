/** Guarantee: a write with an idempotency key has one effect and one answer, whatever ends its executor. */
import { describe, expect, it, vi } from "vitest";
import { Failure } from "@/lib/core/errors/errors";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { documentedDetail } from "@/lib/openapi/testing/documented-detail";
import { newOrganisation } from "@/lib/sessions/testing/events";
import { useTestDatabase } from "@/lib/testing/database";
import type { KeyedRequest } from "./claim";
import { answerOf, type Execute, effectsOf, haveEffect, requestOf, send } from "./testing/requests";

useTestDatabase();

const fail = (code: "not_found" | "invalid_request" | "unavailable") => async () => {
  throw new Failure(code);
};

/** Begins a request whose process dies before its effect: nothing of it happens any more. */
async function crash(scope: Scope, request: KeyedRequest): Promise<string> {
  const id = await new Promise<string>((resolve) => {
    void send(scope, request, ({ sessionId }) => {
      resolve(sessionId);
      return new Promise(() => undefined);
    });
  });
  await systemDb().sql`
    update idempotency_keys set leased_until = now() - interval '1 second' where leased_by = ${request.requestId}`;
  return id;
}

/** Begins a request whose lease ends before it has an effect. `finish` then executes it and returns its outcome. */
async function begin(scope: Scope) {
  const request = requestOf();
  let finish = (_execute: Execute) => {};
  const execute = new Promise<Execute>((resolve) => {
    finish = resolve;
  });
  const outcome = send(scope, request, async (write) => (await execute)(write));
  outcome.catch(() => undefined);
  const endLease = async () => {
    const rows = await systemDb().sql`
      update idempotency_keys set leased_until = now() - interval '1 second'
      where leased_by = ${request.requestId} returning 1`;
    return rows.length;
  };
  await expect.poll(endLease).toBe(1);
  return {
    finish: (given: Execute) => {
      finish(given);
      return outcome;
    },
  };
}

describe("a repeated request", () => {
  it("gets the first answer, with its status and headers, and has no effect", async () => {
    const scope = await newOrganisation();
    const first = await send(scope, requestOf(), (write) => haveEffect(scope, write, "first"));
    const second = await send(scope, requestOf(), (write) => haveEffect(scope, write, "second"));
    expect(first).toEqual({ answer: answerOf("first"), isReplayed: false });
    expect(second).toEqual({ answer: answerOf("first"), isReplayed: true });
    expect(await effectsOf(scope)).toHaveLength(1);
  });

  it("is refused with another body, before and after the first has its answer", async () => {
    const scope = await newOrganisation();
    await crash(scope, requestOf());
    const other = requestOf({ requestHash: "other" });
    await expect(send(scope, other, fail("unavailable"))).rejects.toMatchObject({
      code: "idempotency_key_reused",
    });
    await send(scope, requestOf(), (write) => haveEffect(scope, write, "first"));
    await expect(send(scope, other, fail("unavailable"))).rejects.toMatchObject({
      code: "idempotency_key_reused",
    });
    expect(await effectsOf(scope)).toHaveLength(1);
  });

  it("is refused with a time to retry while the first is executed", async () => {
    const scope = await newOrganisation();
    let finish = () => {};
    const gate = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const first = send(scope, requestOf(), async (write) => {
      await gate;
      return haveEffect(scope, write, "first");
    });
    await expect
      .poll(
        async () =>
          (
            await systemDb()
              .sql`select 1 from idempotency_keys where organisation_id = ${scope.organisationId}`
          ).length,
      )
      .toBe(1);
    await expect(send(scope, requestOf(), fail("unavailable"))).rejects.toMatchObject({
      code: "idempotency_key_in_use",
      detail: expect.stringMatching(documentedDetail("idempotency_key_in_use")),
      headers: { "retry-after": "1" },
    });
    finish();
    expect((await first).isReplayed).toBe(false);
    expect((await send(scope, requestOf(), fail("unavailable"))).answer).toEqual(answerOf("first"));
  });

  it("is another request under another key, path, method, mode or organisation", async () => {
    const scope = await newOrganisation();
    const stranger = await newOrganisation();
    await send(stranger, requestOf(), (write) => haveEffect(stranger, write, "stranger"));
    const live = { ...scope, mode: "live" as const };
    const others: [Scope, KeyedRequest][] = [
      [live, requestOf()],
      [scope, requestOf()],
      [scope, requestOf({ key: "K" })],
      [scope, requestOf({ path: "/v1/other" })],
      [scope, requestOf({ method: "PATCH" })],
    ];
    for (const [index, [caller, request]] of others.entries()) {
      const sent = await send(caller, request, (write) => haveEffect(caller, write, String(index)));
      expect(sent).toEqual({ answer: answerOf(String(index)), isReplayed: false });
    }
    for (const [index, [caller, request]] of others.entries())
      expect((await send(caller, request, fail("unavailable"))).answer).toEqual(answerOf(String(index)));
    expect(await effectsOf(scope)).toHaveLength(5);
    expect((await send(stranger, requestOf(), fail("unavailable"))).answer).toEqual(answerOf("stranger"));
  });

  it("sent in 50 parallel copies has one effect; the copies get its answer or are refused", async () => {
    const scope = await newOrganisation();
    const copies = Array.from({ length: 50 }, () =>
      send(scope, requestOf(), (write) => haveEffect(scope, write, "one")).catch(
        (thrown: Failure) => thrown.code,
      ),
    );
    const outcomes = await Promise.all(copies);
    const answers = outcomes.filter((outcome) => typeof outcome === "object");
    expect(answers.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
    for (const { answer } of answers) expect(answer).toEqual(answerOf("one"));
    expect(new Set(outcomes.filter((outcome) => typeof outcome === "string"))).toEqual(
      answers.length < 50 ? new Set(["idempotency_key_in_use"]) : new Set(),
    );
    expect(await effectsOf(scope)).toHaveLength(1);
  });
});

describe("after a crash", () => {
  it("before the effect, a retry executes the request with the same reserved id", async () => {
    const scope = await newOrganisation();
    const reserved = await crash(scope, requestOf());
    const retry = await send(scope, requestOf(), (write) => haveEffect(scope, write, "retry"));
    expect(retry).toEqual({ answer: answerOf("retry"), isReplayed: false });
    expect(await effectsOf(scope)).toEqual([reserved]);
  });

  it("before the effect, one of 20 parallel retries executes the request", async () => {
    const scope = await newOrganisation();
    await crash(scope, requestOf());
    const retries = Array.from({ length: 20 }, () =>
      send(scope, requestOf(), (write) => haveEffect(scope, write, "retry")).catch(() => undefined),
    );
    const executed = (await Promise.all(retries)).filter((outcome) => outcome?.isReplayed === false);
    expect(executed).toHaveLength(1);
    expect(await effectsOf(scope)).toHaveLength(1);
  });

  it("between effect and answer, a retry gets the first answer", async () => {
    const scope = await newOrganisation();
    await new Promise<void>((resolve) => {
      void send(scope, requestOf(), async (write) => {
        await haveEffect(scope, write, "first");
        resolve();
        return new Promise(() => undefined);
      });
    });
    const retry = await send(scope, requestOf(), (write) => haveEffect(scope, write, "second"));
    expect(retry).toEqual({ answer: answerOf("first"), isReplayed: true });
    expect(await effectsOf(scope)).toHaveLength(1);
  });

  it("an executor that was only slow cannot commit while or after a retry executes the request", async () => {
    for (const isFinished of [false, true]) {
      const scope = await newOrganisation();
      const [slow, retry] = [await begin(scope), await begin(scope)];
      if (isFinished) await retry.finish((write) => haveEffect(scope, write, "retry"));
      await expect(slow.finish((write) => haveEffect(scope, write, "slow"))).rejects.toMatchObject({
        code: "idempotency_key_in_use",
      });
      if (!isFinished) await retry.finish((write) => haveEffect(scope, write, "retry"));
      expect(await effectsOf(scope)).toHaveLength(1);
      expect((await send(scope, requestOf(), fail("unavailable"))).answer).toEqual(answerOf("retry"));
    }
  });

  it("an executor that was only slow and finds the effect gets the answer, once there is one", async () => {
    for (const isFinished of [false, true]) {
      const scope = await newOrganisation();
      const [slow, retry] = [await begin(scope), await begin(scope)];
      if (isFinished) await retry.finish((write) => haveEffect(scope, write, "retry"));
      const outcome = slow.finish(async () => answerOf("found"));
      if (isFinished) expect(await outcome).toEqual({ answer: answerOf("retry"), isReplayed: true });
      else await expect(outcome).rejects.toMatchObject({ code: "idempotency_key_in_use" });
    }
  });

  it("a request that runs for longer than the lease keeps it", async () => {
    const scope = await newOrganisation();
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const request = requestOf();
      const readLease = async () =>
        (
          await systemDb().sql<{ seconds: number }[]>`
            select extract(epoch from leased_until - clock_timestamp())::float8 as seconds from idempotency_keys
            where leased_by = ${request.requestId}`
        )[0]?.seconds ?? 0;
      await send(scope, request, async (write) => {
        await systemDb().sql`
          update idempotency_keys set leased_until = clock_timestamp() + interval '1 second'
          where leased_by = ${request.requestId}`;
        vi.advanceTimersByTime(3_000);
        await expect.poll(readLease).toBeGreaterThan(8);
        return haveEffect(scope, write, "long");
      });
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("a failure", () => {
  it("that refuses what the request asks for is the answer of every repeat", async () => {
    const scope = await newOrganisation();
    await expect(send(scope, requestOf(), fail("not_found"))).rejects.toMatchObject({ code: "not_found" });
    const repeat = await send(scope, requestOf(), (write) => haveEffect(scope, write, "second"));
    expect(repeat).toEqual({ answer: { status: 404, headers: {}, body: "not found" }, isReplayed: true });
    expect(await effectsOf(scope)).toEqual([]);
  });

  it("that is temporary is not stored: the retry is executed at once, with the same reserved id", async () => {
    const scope = await newOrganisation();
    const reserved: string[] = [];
    const unavailable: Execute = ({ sessionId }) => {
      reserved.push(sessionId);
      return fail("unavailable")();
    };
    await expect(send(scope, requestOf(), unavailable)).rejects.toMatchObject({ code: "unavailable" });
    const other = requestOf({ requestHash: "other" });
    await expect(send(scope, other, unavailable)).rejects.toMatchObject({ code: "idempotency_key_reused" });
    await send(scope, requestOf(), (write) => haveEffect(scope, write, "retry"));
    expect(await effectsOf(scope)).toEqual(reserved);
  });

  it("of the request's content leaves the key free for a corrected request", async () => {
    const scope = await newOrganisation();
    await expect(send(scope, requestOf(), fail("invalid_request"))).rejects.toMatchObject({
      code: "invalid_request",
    });
    const corrected = requestOf({ requestHash: "corrected" });
    expect((await send(scope, corrected, (write) => haveEffect(scope, write, "ok"))).isReplayed).toBe(false);
  });

  it("of the request's content after a crash keeps the reserved id for the same request", async () => {
    const scope = await newOrganisation();
    const reserved = await crash(scope, requestOf());
    await send(scope, requestOf(), fail("invalid_request")).catch(() => undefined);
    await send(scope, requestOf(), (write) => haveEffect(scope, write, "ok"));
    expect(await effectsOf(scope)).toEqual([reserved]);
  });
});
