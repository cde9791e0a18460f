import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemDb } from "@/lib/db/client";
import { addMember, issueApiKey, redeemMemberLink, resetMember } from "@/lib/organisations";
import { personOf } from "@/lib/people";
import { confirmSetUp, startSetUp } from "@/lib/second-factor";
import { codeOf } from "@/lib/second-factor/testing/codes";
import { useTestDatabase } from "@/lib/testing/database";
import { findSignedIn, noteSignInUse, rememberBrowser, signIn, signOut } from "./index";

useTestDatabase();

const password = "a password of some length";
const agent = "a browser";
let lastAddress = 0;
/** Another client's at each call, so that no test counts in another's throttle. */
const newAddress = () => `203.0.113.${++lastAddress}`;

async function newMember(role: "owner" | "viewer" = "owner") {
  const organisation = `Org ${randomBytes(6).toString("hex")}`;
  await issueApiKey({ organisation, mode: "test" });
  const email = `a@${organisation.replace(" ", "-").toLowerCase()}.test`;
  const member = await addMember({ organisation, email, password, role });
  return { ...member, organisation, personId: await personOf(systemDb(), member.memberId) };
}

const deedsOf = (organisationId: string) => systemDb().sql<{ action: string; subject: string }[]>`
  select action, subject from audit_entries where organisation_id = ${organisationId} order by id`;
const failuresNow = async () => {
  const [row] = await systemDb().sql<
    { count: number }[]
  >`select coalesce(sum(failures), 0)::int as count from sign_in_failures`;
  return row?.count;
};
const refusalOf = (given: Parameters<typeof signIn>[0]) => signIn(given).catch((thrown: unknown) => thrown);

describe("signing in", () => {
  it("the right password opens a sign-in that is good for sixteen hours and is written down", async () => {
    const member = await newMember();
    const address = newAddress();
    const { signInId } = await signIn({ email: ` ${member.email.toUpperCase()} `, password, address, agent });
    expect(await findSignedIn(signInId)).toMatchObject({
      signInId,
      organisationId: member.organisationId,
      by: { memberId: member.memberId, role: "owner" },
    });
    const [row] = await systemDb().sql<{ hours: number }[]>`
      select extract(epoch from expires_at - created_at)::float8 / 3600 as hours from sign_ins where id = ${signInId}`;
    expect(row?.hours).toBeCloseTo(16, 3);
    expect(await deedsOf(member.organisationId)).toEqual([{ action: "signed_in", subject: signInId }]);
    expect(await failuresNow()).toBe(0);
  });

  it("a wrong password and an unknown e-mail address are refused in the same words", async () => {
    const { email } = await newMember();
    const refusal = (given: { email: string; password: string }) =>
      signIn({ ...given, address: newAddress(), agent }).catch((thrown: unknown) => thrown);
    const wrong = await refusal({ email, password: "another password" });
    const unknown = await refusal({ email: "nobody@nowhere.test", password });
    expect(wrong).toMatchObject({ code: "unauthenticated" });
    expect(unknown).toEqual(wrong);
  });

  it("a sign-in that is ended lets nobody in from then on, and ending it again is no deed", async () => {
    const member = await newMember();
    const { signInId } = await signIn({ email: member.email, password, address: newAddress(), agent });
    await signOut(signInId);
    expect(await findSignedIn(signInId)).toBeUndefined();
    await signOut(signInId);
    const actions = (await deedsOf(member.organisationId)).map(({ action }) => action);
    expect(actions).toEqual(["signed_in", "signed_out"]);
  });

  it("a sign-in past its life lets nobody in, and its row goes at the next sign-in", async () => {
    const { email } = await newMember();
    const { signInId } = await signIn({ email, password, address: newAddress(), agent });
    await systemDb().sql`update sign_ins set expires_at = now() where id = ${signInId}`;
    expect(await findSignedIn(signInId)).toBeUndefined();
    await signIn({ email, password, address: newAddress(), agent });
    expect(await systemDb().sql`select 1 from sign_ins where id = ${signInId}`).toHaveLength(0);
  });

  it("a new password signs out whoever came in by the old one", async () => {
    const { email, organisationId } = await newMember();
    const { signInId } = await signIn({ email, password, address: newAddress(), agent });
    const link = await resetMember({ organisationId, mode: "test" }, { email });
    const token = new URL(link.url).hash.replace("#token=", "");
    await redeemMemberLink({ token, password: "another password" });
    expect(await findSignedIn(signInId)).toBeUndefined();
    await expect(signIn({ email, password, address: newAddress(), agent })).rejects.toMatchObject({
      code: "unauthenticated",
    });
  });
});

/** Makes the waits that have begun long enough for a slow machine. */
const holdOn = () => systemDb().sql`
  update sign_in_failures set blocked_until = blocked_until + interval '1 minute' where blocked_until > counted_at`;
const TOO_MANY = { code: "too_many_requests", headers: { "retry-after": expect.stringMatching(/^\d+$/) } };

describe("guesses of a stranger", () => {
  it("never lock a member out whose browser has signed in before; another browser waits a minute at most", async () => {
    const { email, personId } = await newMember();
    const knownBrowser = rememberBrowser(undefined, personId);
    for (let guess = 0; guess < 10; guess++) {
      const refusal = await refusalOf({ email, password: "a guess", address: newAddress(), agent });
      expect(["unauthenticated", "too_many_requests"]).toContain((refusal as { code: string }).code);
    }
    const [row] = await systemDb().sql<{ wait: number }[]>`
      select max(extract(epoch from blocked_until - counted_at))::float8 as wait from sign_in_failures`;
    expect(row?.wait).toBeLessThanOrEqual(60);
    await holdOn();
    expect(await refusalOf({ email, password, address: newAddress(), agent })).toMatchObject(TOO_MANY);
    const opened = await signIn({ email, password, address: newAddress(), agent, knownBrowser });
    expect(await findSignedIn(opened.signInId)).toBeDefined();
  });

  it("with another account's cookie, or a forged one, are a stranger's", async () => {
    const [{ email, personId }, own] = [await newMember(), await newMember()];
    for (let guess = 0; guess < 5; guess++)
      await refusalOf({ email, password: "a guess", address: newAddress(), agent });
    await holdOn();
    for (const knownBrowser of [rememberBrowser(undefined, own.personId), `${personId}.guess.guess`])
      expect(await refusalOf({ email, password, address: newAddress(), agent, knownBrowser })).toMatchObject(
        TOO_MANY,
      );
  });

  it("sent all at once are refused before any is hashed beyond the queue, which leaves nothing counted", async () => {
    const { email, memberId, personId } = await newMember();
    await systemDb().sql`delete from sign_in_failures`;
    const guesses = Array.from({ length: 48 }, (_, index) => {
      const of = `${index}-${randomBytes(4).toString("hex")}@guessed.test`;
      return signIn({ email: of, password: "a guess", address: newAddress(), agent });
    });
    const knownBrowser = rememberBrowser(undefined, personId);
    const member = signIn({ email, password, address: newAddress(), agent, knownBrowser });
    const outcomes = await Promise.allSettled(guesses);
    const codes = outcomes.map((one) => (one.status === "rejected" ? one.reason.code : "signed in"));
    const looked = codes.filter((code) => code === "unauthenticated").length;
    expect(codes.filter((code) => code === "too_many_requests")).toHaveLength(48 - looked);
    expect(looked).toBeLessThanOrEqual(10);
    expect(await member).toMatchObject({ by: { memberId } });
    // Two subjects each: the account and the address.
    expect(await failuresNow()).toBe(2 * looked);
  }, 60_000);

  it("are in the audit log of the account with the address that they came from; of no account nowhere", async () => {
    const { email, organisationId, memberId } = await newMember();
    await refusalOf({ email, password: "a guess", address: "203.0.113.77", agent });
    await refusalOf({ email: "nobody@nowhere.test", password: "a guess", address: "203.0.113.77", agent });
    const entries = await systemDb().sql`
      select organisation_id as "organisationId", actor, origin, subject, details from audit_entries
      where action = 'failed_sign_in' and origin = '203.0.113.77'`;
    expect([...entries]).toEqual([
      {
        organisationId,
        actor: email,
        origin: "203.0.113.77",
        subject: memberId,
        details: { wrong: "password" },
      },
    ]);
  });

  it.each([
    ["a NUL", "a\0@b.test"],
    ["half of a surrogate pair", "a\ud800@b.test"],
    ["a megabyte", `${"a".repeat(1_000_000)}@b.test`],
    ["nothing", ""],
  ])("with an e-mail address of %s fail as any other", async (_of, email) => {
    await systemDb().sql`delete from sign_in_failures`;
    expect(await refusalOf({ email, password, address: newAddress(), agent })).toMatchObject({
      code: "unauthenticated",
      detail: "The e-mail address or the password is wrong. Check both, then try again.",
    });
  });
});

describe("a sign-in that is not used", () => {
  const lastUsed = (signInId: string, ago: string) => systemDb().sql`
    update sign_ins set last_used_at = now() - ${ago}::interval where id = ${signInId}`;

  it("is over after twelve hours, and is no longer listed", async () => {
    const { email } = await newMember();
    const { signInId } = await signIn({ email, password, address: newAddress(), agent });
    await lastUsed(signInId, "11 hours 59 minutes");
    expect(await findSignedIn(signInId)).toBeDefined();
    await lastUsed(signInId, "12 hours");
    expect(await findSignedIn(signInId)).toBeUndefined();
  });

  it("goes on where it is used, which is written down once a minute", async () => {
    const { email } = await newMember();
    const { signInId } = await signIn({ email, password, address: newAddress(), agent });
    const stored = async () => {
      const [row] = await systemDb().sql<{ at: Date }[]>`
        select last_used_at as at from sign_ins where id = ${signInId}`;
      return row?.at.getTime() ?? 0;
    };
    const noteUse = async () => {
      const signedIn = await findSignedIn(signInId);
      if (signedIn) noteSignInUse(signedIn);
    };
    const first = await stored();
    await noteUse();
    expect(await stored()).toBe(first);
    await lastUsed(signInId, "2 minutes");
    await noteUse();
    await expect.poll(stored).toBeGreaterThanOrEqual(first);
  });
});

describe("signing in with a second factor", () => {
  const STEP_MS = 30_000;
  // In the middle of a step, so that no step ends within a test.
  beforeEach(() => {
    const now = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: now - (now % STEP_MS) + STEP_MS / 2 });
  });
  afterEach(() => void vi.useRealTimers());

  async function newMemberWithFactor() {
    const member = await newMember();
    const scope = {
      organisationId: member.organisationId,
      mode: "test" as const,
      by: { memberId: member.memberId, email: member.email, name: "", role: member.role },
    };
    const { secret, ticket } = startSetUp(scope);
    const { recovery_codes: codes } = await confirmSetUp(scope, { ticket, code: codeOf(secret, -1) });
    return { ...member, secret, codes };
  }

  it("asks for a code after the right password alone, and opens by it once", async () => {
    const { email, secret } = await newMemberWithFactor();
    const given = { email, password, address: newAddress(), agent };
    expect(await refusalOf({ ...given, password: "a guess" })).toMatchObject({
      code: "unauthenticated",
      faults: [],
    });
    expect(await refusalOf({ ...given, password: "a guess", code: codeOf(secret) })).toMatchObject({
      faults: [],
    });
    expect(await refusalOf(given)).toMatchObject({ code: "second_factor_required" });
    const { signInId } = await signIn({ ...given, code: codeOf(secret) });
    expect(await findSignedIn(signInId)).toMatchObject({ hasSecondFactor: true, needsSecondFactor: false });
    expect(await refusalOf({ ...given, code: codeOf(secret) })).toMatchObject({
      code: "unauthenticated",
      faults: [{ pointer: "/code" }],
    });
  });

  it("opens by a recovery code once", async () => {
    const { email, codes } = await newMemberWithFactor();
    const given = { email, password, address: newAddress(), agent, code: codes[3] ?? "" };
    await signIn(given);
    expect(await refusalOf(given)).toMatchObject({ code: "unauthenticated" });
  });

  it("slows wrong codes down, also of who knows the password, and writes them down", async () => {
    const { email, organisationId, personId, secret } = await newMemberWithFactor();
    const knownBrowser = rememberBrowser(undefined, personId);
    const given = { email, password, address: newAddress(), agent, knownBrowser };
    for (let guess = 0; guess < 5; guess++)
      expect(await refusalOf({ ...given, code: "000000" })).toMatchObject({ code: "unauthenticated" });
    await holdOn();
    expect(await refusalOf({ ...given, code: codeOf(secret) })).toMatchObject(TOO_MANY);
    const wrong = await systemDb().sql`
      select from audit_entries where organisation_id = ${organisationId} and action = 'failed_sign_in'
        and details->>'wrong' = 'code'`;
    expect(wrong).toHaveLength(5);
  });
});
