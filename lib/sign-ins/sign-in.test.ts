import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { documentedDetail } from "@/lib/openapi/testing/documented-detail";
import { addMember, issueApiKey, redeemMemberLink, resetMember } from "@/lib/organisations";
import { getPersonId } from "@/lib/people";
import { confirmSetUp, startSetUp } from "@/lib/second-factor";
import { generateCode } from "@/lib/second-factor/testing/codes";
import { useTestDatabase } from "@/lib/testing/database";
import { addKnownBrowser, findSignedIn, recordSignInUse, signIn, signOut } from "./index";

useTestDatabase();

const password = "a password of some length";
const agent = "a browser";
let lastAddress = 0;
/** Returns a different address at each call, so that tests do not share a rate limit. */
const newAddress = () => `203.0.113.${++lastAddress}`;

async function newMember(role: "owner" | "viewer" = "owner") {
  const organisation = `Org ${randomBytes(6).toString("hex")}`;
  await issueApiKey(COMMAND_LINE, { organisation, mode: "test" });
  const email = `a@${organisation.replace(" ", "-").toLowerCase()}.test`;
  const member = await addMember(COMMAND_LINE, { organisation, email, password, role });
  return { ...member, organisation, personId: await getPersonId(systemDb(), member.memberId) };
}

/** Lists the audit entries except those of the command line, which prepares the organisation. */
const listEntries = (organisationId: string) => systemDb().sql<{ action: string; subject: string }[]>`
  select action, subject from audit_entries
  where organisation_id = ${organisationId} and actor not like 'command line%' order by id`;
const countFailures = async () => {
  const [row] = await systemDb().sql<
    { count: number }[]
  >`select coalesce(sum(failures), 0)::int as count from sign_in_failures`;
  return row?.count;
};
const attemptSignIn = (given: Parameters<typeof signIn>[0]) =>
  signIn(given).catch((thrown: unknown) => thrown);

describe("signing in", () => {
  it("the right password creates a sign-in for sixteen hours and is audited", async () => {
    const member = await newMember();
    const address = newAddress();
    const { signInId } = await signIn({ email: ` ${member.email.toUpperCase()} `, password, address, agent });
    expect(await findSignedIn(signInId)).toMatchObject({
      signInId,
      organisationId: member.organisationId,
      actor: { memberId: member.memberId, role: "owner" },
    });
    const [row] = await systemDb().sql<{ hours: number }[]>`
      select extract(epoch from expires_at - created_at)::float8 / 3600 as hours from sign_ins where id = ${signInId}`;
    expect(row?.hours).toBeCloseTo(16, 3);
    expect(await listEntries(member.organisationId)).toEqual([{ action: "signed_in", subject: signInId }]);
    expect(await countFailures()).toBe(0);
  });

  it("a wrong password and an unknown e-mail address get the same error", async () => {
    const { email } = await newMember();
    const refusal = (given: { email: string; password: string }) =>
      signIn({ ...given, address: newAddress(), agent }).catch((thrown: unknown) => thrown);
    const wrong = await refusal({ email, password: "another password" });
    const unknown = await refusal({ email: "nobody@nowhere.test", password });
    expect(wrong).toMatchObject({ code: "unauthenticated" });
    expect(unknown).toEqual(wrong);
  });

  it("an ended sign-in is rejected at once, and ending it again is not audited", async () => {
    const member = await newMember();
    const { signInId } = await signIn({ email: member.email, password, address: newAddress(), agent });
    await signOut(signInId);
    expect(await findSignedIn(signInId)).toBeUndefined();
    await signOut(signInId);
    const actions = (await listEntries(member.organisationId)).map(({ action }) => action);
    expect(actions).toEqual(["signed_in", "signed_out"]);
  });

  it("an expired sign-in is rejected, and the next sign-in deletes its row", async () => {
    const { email } = await newMember();
    const { signInId } = await signIn({ email, password, address: newAddress(), agent });
    await systemDb().sql`update sign_ins set expires_at = now() - interval '1 second' where id = ${signInId}`;
    expect(await findSignedIn(signInId)).toBeUndefined();
    await signIn({ email, password, address: newAddress(), agent });
    expect(await systemDb().sql`select 1 from sign_ins where id = ${signInId}`).toHaveLength(0);
  });

  it("a new password ends sign-ins made with the old one", async () => {
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

/** Extends the current delays by one minute, so that they do not end during the test on a slow machine. */
const extendDelays = () => systemDb().sql`
  update sign_in_failures set blocked_until = blocked_until + interval '1 minute' where blocked_until > counted_at`;
const TOO_MANY = { code: "too_many_requests", headers: { "retry-after": expect.stringMatching(/^\d+$/) } };

describe("password guesses", () => {
  it("do not lock out a member with a known browser; another browser waits at most one minute", async () => {
    const { email, personId } = await newMember();
    const knownBrowser = addKnownBrowser(undefined, personId);
    for (let guess = 0; guess < 10; guess++) {
      const refusal = await attemptSignIn({ email, password: "a guess", address: newAddress(), agent });
      expect(["unauthenticated", "too_many_requests"]).toContain((refusal as { code: string }).code);
    }
    const [row] = await systemDb().sql<{ wait: number }[]>`
      select max(extract(epoch from blocked_until - counted_at))::float8 as wait from sign_in_failures`;
    expect(row?.wait).toBeLessThanOrEqual(60);
    await extendDelays();
    expect(await attemptSignIn({ email, password, address: newAddress(), agent })).toMatchObject(TOO_MANY);
    const opened = await signIn({ email, password, address: newAddress(), agent, knownBrowser });
    expect(await findSignedIn(opened.signInId)).toBeDefined();
  });

  it("with another account's cookie or a forged one are treated as from an unknown browser", async () => {
    const [{ email, personId }, own] = [await newMember(), await newMember()];
    for (let guess = 0; guess < 5; guess++)
      await attemptSignIn({ email, password: "a guess", address: newAddress(), agent });
    await extendDelays();
    for (const knownBrowser of [addKnownBrowser(undefined, own.personId), `${personId}.guess.guess`])
      expect(
        await attemptSignIn({ email, password, address: newAddress(), agent, knownBrowser }),
      ).toMatchObject(TOO_MANY);
  });

  it("beyond the hash queue's capacity are rejected before hashing and not counted", async () => {
    const { email, memberId, personId } = await newMember();
    await systemDb().sql`delete from sign_in_failures`;
    const guesses = Array.from({ length: 48 }, (_, index) => {
      const of = `${index}-${randomBytes(4).toString("hex")}@guessed.test`;
      return signIn({ email: of, password: "a guess", address: newAddress(), agent });
    });
    const knownBrowser = addKnownBrowser(undefined, personId);
    const member = signIn({ email, password, address: newAddress(), agent, knownBrowser });
    const outcomes = await Promise.allSettled(guesses);
    const codes = outcomes.map((one) => (one.status === "rejected" ? one.reason.code : "signed in"));
    const checked = codes.filter((code) => code === "unauthenticated").length;
    expect(codes.filter((code) => code === "too_many_requests")).toHaveLength(48 - checked);
    expect(checked).toBeLessThanOrEqual(10);
    expect(await member).toMatchObject({ actor: { memberId } });
    // Two subjects each: the account and the address.
    expect(await countFailures()).toBe(2 * checked);
  }, 60_000);

  it("are audited for the account with their address; guesses at unknown accounts are not audited", async () => {
    const { email, organisationId, memberId } = await newMember();
    await attemptSignIn({ email, password: "a guess", address: "203.0.113.77", agent });
    await attemptSignIn({
      email: "nobody@nowhere.test",
      password: "a guess",
      address: "203.0.113.77",
      agent,
    });
    const entries = await systemDb().sql`
      select organisation_id, actor, origin, subject, details from audit_entries
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
    ["zero characters", ""],
  ])("with an e-mail address of %s get the usual error", async (_of, email) => {
    await systemDb().sql`delete from sign_in_failures`;
    expect(await attemptSignIn({ email, password, address: newAddress(), agent })).toMatchObject({
      code: "unauthenticated",
      detail: "The e-mail address or the password is wrong. Check both, then try again.",
    });
  });
});

describe("an unused sign-in", () => {
  const lastUsed = (signInId: string, ago: string) => systemDb().sql`
    update sign_ins set last_used_at = now() - ${ago}::interval where id = ${signInId}`;

  it("expires after twelve hours", async () => {
    const { email } = await newMember();
    const { signInId } = await signIn({ email, password, address: newAddress(), agent });
    await lastUsed(signInId, "11 hours 59 minutes");
    expect(await findSignedIn(signInId)).toBeDefined();
    await lastUsed(signInId, "12 hours");
    expect(await findSignedIn(signInId)).toBeUndefined();
  });

  it("stays valid while it is used; the use is stored at most once a minute", async () => {
    const { email } = await newMember();
    const { signInId } = await signIn({ email, password, address: newAddress(), agent });
    const stored = async () => {
      const [row] = await systemDb().sql<{ at: Date }[]>`
        select last_used_at as at from sign_ins where id = ${signInId}`;
      return row?.at.getTime() ?? 0;
    };
    const noteUse = async () => {
      const signedIn = await findSignedIn(signInId);
      if (signedIn) recordSignInUse(signedIn);
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
  // Starts in the middle of a step, so that no step ends during a test.
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
      actor: { memberId: member.memberId, email: member.email, name: "", role: member.role },
    };
    const { secret, ticket } = startSetUp(scope);
    const { recovery_codes: codes } = await confirmSetUp(scope, { ticket, code: generateCode(secret, -1) });
    return { ...member, secret, codes };
  }

  it("asks for a code only after the right password, and accepts each code once", async () => {
    const { email, secret } = await newMemberWithFactor();
    const given = { email, password, address: newAddress(), agent };
    expect(await attemptSignIn({ ...given, password: "a guess" })).toMatchObject({
      code: "unauthenticated",
      faults: [],
    });
    expect(await attemptSignIn({ ...given, password: "a guess", code: generateCode(secret) })).toMatchObject({
      faults: [],
    });
    expect(await attemptSignIn(given)).toMatchObject({
      code: "second_factor_required",
      detail: expect.stringMatching(documentedDetail("second_factor_required")),
    });
    const { signInId } = await signIn({ ...given, code: generateCode(secret) });
    expect(await findSignedIn(signInId)).toMatchObject({ hasSecondFactor: true, needsSecondFactor: false });
    expect(await attemptSignIn({ ...given, code: generateCode(secret) })).toMatchObject({
      code: "unauthenticated",
      faults: [{ pointer: "/code" }],
    });
  });

  it("accepts a recovery code once", async () => {
    const { email, codes } = await newMemberWithFactor();
    const given = { email, password, address: newAddress(), agent, code: codes[3] ?? "" };
    await signIn(given);
    expect(await attemptSignIn(given)).toMatchObject({ code: "unauthenticated" });
  });

  it("rate limits and audits wrong codes after the right password", async () => {
    const { email, organisationId, personId, secret } = await newMemberWithFactor();
    const knownBrowser = addKnownBrowser(undefined, personId);
    const given = { email, password, address: newAddress(), agent, knownBrowser };
    for (let guess = 0; guess < 5; guess++)
      expect(await attemptSignIn({ ...given, code: "000000" })).toMatchObject({ code: "unauthenticated" });
    await extendDelays();
    expect(await attemptSignIn({ ...given, code: generateCode(secret) })).toMatchObject(TOO_MANY);
    const wrong = await systemDb().sql`
      select from audit_entries where organisation_id = ${organisationId} and action = 'failed_sign_in'
        and details->>'wrong' = 'code'`;
    expect(wrong).toHaveLength(5);
  });
});
