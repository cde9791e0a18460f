/** Guarantee: a write with an idempotency key has one effect and one answer, whatever ends its executor. */
import { describe, expect, it, vi } from "vitest";
import { Failure, isFailure } from "@/lib/core/errors/errors";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx, systemDb } from "@/lib/db/client";
import { newOrganisation } from "@/lib/sessions/testing/events";
import { useTestDatabase } from "@/lib/testing/database";
import type { Answer, KeyedRequest } from "./claim";
import { deleteExpiredKeys, type KeyedWrite, runOnce } from "./index";

useTestDatabase();

const answerOf = (text: string): Answer => ({
  status: 201,
  headers: { "x-kind": text },
  body: `{"n":"${text}"}`,
});

function requestOf(changes: Partial<KeyedRequest> = {}): KeyedRequest {
  const request = { method: "POST", path: "/v1/things", key: "k", requestHash: "hash" };
  return { ...request, requestId: newId("request"), ...changes };
}

/** The effect of the tests' write: an audit entry. */
const haveEffect = (scope: Scope, write: KeyedWrite<Answer>, text: string) =>
  asOrganisationTx(scope.organisationId, async (db) => {
    await db.sql`
      insert into audit_entries (id, organisation_id, actor, action, subject, details)
      values (${newId("auditEntry")}, ${scope.organisationId}, 'test', 'effect', ${write.sessionId}, '{}')`;
    await write.storeAnswer(db, answerOf(text));
    return answerOf(text);
  });

/** Returns the reserved ids of the effects of an organisation. */
async function effectsOf({ organisationId }: Scope): Promise<string[]> {
  const rows = await systemDb().sql<{ subject: string }[]>`
    select subject from audit_entries where organisation_id = ${organisationId} and action = 'effect'`;
  return rows.map(({ subject }) => subject);
}

type Execute = (write: KeyedWrite<Answer>) => Promise<Answer>;

/** Sends a request; 404 is stored, `invalid_request` forgets the key. */
function send(scope: Scope, request: KeyedRequest, execute: Execute) {
  const stateAfter = (thrown: unknown) => {
    if (!isFailure(thrown)) return "retry";
    if (thrown.code === "not_found") return { status: 404, headers: {}, body: "not found" };
    return thrown.code === "invalid_request" ? "forget" : "retry";
  };
  return runOnce(scope, request, { execute, stateAfter });
}

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
    const others = [
      requestOf(),
      requestOf({ key: "K" }),
      requestOf({ path: "/v1/other" }),
      requestOf({ method: "PATCH" }),
    ];
    for (const request of others)
      expect((await send(scope, request, (write) => haveEffect(scope, write, "own"))).isReplayed).toBe(false);
    const live = { ...scope, mode: "live" as const };
    expect((await send(live, requestOf(), (write) => haveEffect(scope, write, "live"))).isReplayed).toBe(
      false,
    );
    expect(await effectsOf(scope)).toHaveLength(5);
    expect((await send(stranger, requestOf(), fail("unavailable"))).answer).toEqual(answerOf("stranger"));
  });

  it("sent in 50 parallel copies has one effect; the copies get its answer or are told to retry", async () => {
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

  it("an executor that was only slow cannot commit after a retry has taken over", async () => {
    const scope = await newOrganisation();
    const request = requestOf();
    let resume = () => {};
    const stalled = new Promise<void>((resolve) => {
      resume = resolve;
    });
    const slow = send(scope, request, async (write) => {
      await stalled;
      return haveEffect(scope, write, "slow");
    });
    const isClaimed = async () => {
      const rows = await systemDb().sql`
        update idempotency_keys set leased_until = now() - interval '1 second'
        where leased_by = ${request.requestId} returning 1`;
      return rows.length;
    };
    await expect.poll(isClaimed).toBe(1);
    await send(scope, requestOf(), (write) => haveEffect(scope, write, "retry"));
    resume();
    await expect(slow).rejects.toMatchObject({ code: "idempotency_key_in_use" });
    expect(await effectsOf(scope)).toHaveLength(1);
    expect((await send(scope, requestOf(), fail("unavailable"))).answer).toEqual(answerOf("retry"));
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

describe("an expired key", () => {
  const expire = (scope: Scope) => systemDb().sql`
    update idempotency_keys set expires_at = now() - interval '1 second'
    where organisation_id = ${scope.organisationId}`;

  it("is kept for 24 hours", async () => {
    const scope = await newOrganisation();
    await send(scope, requestOf(), (write) => haveEffect(scope, write, "first"));
    const [row] = await systemDb().sql`
      select extract(epoch from expires_at - created_at)::int as seconds from idempotency_keys
      where organisation_id = ${scope.organisationId}`;
    expect(row?.seconds).toBe(24 * 3600);
  });

  it("is not replayed, also before it is deleted, and may come with another body", async () => {
    const scope = await newOrganisation();
    await send(scope, requestOf(), (write) => haveEffect(scope, write, "first"));
    await expire(scope);
    const later = await send(scope, requestOf({ requestHash: "other" }), (write) =>
      haveEffect(scope, write, "second"),
    );
    expect(later).toEqual({ answer: answerOf("second"), isReplayed: false });
    expect(new Set(await effectsOf(scope)).size).toBe(2);
  });

  it("is deleted with its answer, unless it is valid or its request is executed", async () => {
    const [expired, valid, executed] = [
      await newOrganisation(),
      await newOrganisation(),
      await newOrganisation(),
    ];
    for (const scope of [expired, valid])
      await send(scope, requestOf(), (write) => haveEffect(scope, write, "a"));
    await new Promise<void>((resolve) => {
      void send(executed, requestOf(), () => new Promise(() => resolve()));
    });
    for (const scope of [expired, executed]) await expire(scope);
    expect(await deleteExpiredKeys()).toBe(1);
    const left = await systemDb().sql<{ organisationId: string }[]>`
      select organisation_id from idempotency_keys
      where organisation_id in ${systemDb().sql([expired, valid, executed].map((scope) => scope.organisationId))}`;
    expect(left.map(({ organisationId }) => organisationId).sort()).toEqual(
      [valid.organisationId, executed.organisationId].sort(),
    );
  });
});
