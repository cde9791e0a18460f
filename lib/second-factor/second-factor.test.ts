import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { toQr } from "@/lib/core/format/qr-code";
import type { MemberRole } from "@/lib/core/roles";
import { COMMAND_LINE, type Scope } from "@/lib/core/scope";
import { systemDb, systemTx } from "@/lib/db/client";
import { addMember, issueApiKey } from "@/lib/organisations";
import { getPersonId } from "@/lib/people";
import { useTestDatabase } from "@/lib/testing/database";
import {
  acceptCode,
  confirmSetUp,
  getOwnSecondFactor,
  renewRecoveryCodes,
  setRequiredRoles,
  startSetUp,
  turnOffSecondFactor,
} from "./index";
import { generateCode } from "./testing/codes";
import { findStep, toUri } from "./totp";

useTestDatabase();

const STEP_MS = 30_000;
// Starts in the middle of a step, so that no step ends during a test.
beforeEach(() => {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: now - (now % STEP_MS) + STEP_MS / 2 });
});
afterEach(() => void vi.useRealTimers());

async function newScope(role: MemberRole = "owner"): Promise<Scope & { actor: NonNullable<Scope["actor"]> }> {
  const organisation = `Org ${randomBytes(6).toString("hex")}`;
  const { organisationId } = await issueApiKey(COMMAND_LINE, { organisation, mode: "test" });
  const email = `a@${organisation.replace(" ", "-")}.test`;
  const member = await addMember(COMMAND_LINE, { organisation, email, password: "tilt-ravine-mango", role });
  return { organisationId, mode: "test", actor: { ...member, name: "Ada" }, origin: "203.0.113.9" };
}

/** Turns a member's second factor on with the previous step's code, so that the current code is still unused. */
async function turnOn(scope: Scope) {
  const { secret, ticket } = startSetUp(scope);
  const { recovery_codes: codes } = await confirmSetUp(scope, { ticket, code: generateCode(secret, -1) });
  return { secret, codes };
}

const accept = ({ actor }: { actor: NonNullable<Scope["actor"]> }, code: string) =>
  systemTx(async (db) => acceptCode(db, await getPersonId(db, actor.memberId), code));

describe("time-based codes", () => {
  it("match the test vectors of RFC 6238", () => {
    // The secret and times of appendix B; apps show the last six of its eight digits.
    const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    expect(findStep(secret, "287082", 59_000)).toBe(1n);
    expect(findStep(secret, "081804", 1_111_111_109_000)).toBe(37_037_036n);
    expect(findStep(secret, "353130", 20_000_000_000_000)).toBe(666_666_666n);
    expect(findStep(secret, "353131", 20_000_000_000_000)).toBeUndefined();
  });

  it("are accepted at most one step early or late; spaces are ignored", () => {
    const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    const at = (code: string, seconds: number) => findStep(secret, code, seconds * 1_000);
    expect(at("287 082", 59)).toBe(1n);
    expect(at("287082", 0)).toBe(1n);
    expect(at("287082", 89)).toBe(1n);
    expect(at("287082", 90)).toBeUndefined();
    for (const wrong of ["", "28708", "2870822", "abcdef", "287082\0", "२८७०८२"])
      expect(at(wrong, 59)).toBeUndefined();
  });

  it("have a URI for the app and its QR code", () => {
    const uri = toUri("GEZDGNBVGY3TQOJQ", { issuer: "Takings", label: "a+b@c.test" });
    const url = new URL(uri);
    expect(url.protocol).toBe("otpauth:");
    expect(decodeURIComponent(url.pathname)).toContain("Takings:a+b@c.test");
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      secret: "GEZDGNBVGY3TQOJQ",
      issuer: "Takings",
      digits: "6",
      period: "30",
    });
    const { size, path } = toQr(uri);
    expect(size).toBeGreaterThan(20);
    expect(path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/);
    // The finder pattern of the first corner: seven dark modules.
    expect(path.startsWith("M0 0h7v1h-7z")).toBe(true);
  });
});

describe("a second factor", () => {
  it("is turned on by the first code, stored encrypted and audited with its origin", async () => {
    const scope = await newScope();
    expect(await getOwnSecondFactor(scope)).toEqual({
      created_at: null,
      recovery_codes_left: 0,
      is_required: false,
    });
    const { secret, codes } = await turnOn(scope);
    expect(await getOwnSecondFactor(scope)).toMatchObject({
      created_at: expect.any(Date),
      recovery_codes_left: 10,
    });
    expect(new Set(codes).size).toBe(10);
    const [row] = await systemDb().sql<{ secret: string; hashes: string[] }[]>`
      select secret, recovery_hashes as hashes from second_factors
      where person_id = ${await getPersonId(systemDb(), scope.actor.memberId)}`;
    expect(row?.secret).toMatch(/^v1\./);
    expect(JSON.stringify(row)).not.toContain(secret);
    for (const code of codes) expect(JSON.stringify(row)).not.toContain(code);
    const entries = await systemDb().sql`
      select actor, origin, action from audit_entries where action = 'turned_on_second_factor'
        and subject = ${scope.actor.memberId}`;
    expect(entries).toMatchObject([{ actor: scope.actor.email, origin: "203.0.113.9" }]);
  });

  it("is not set up by a wrong code, another member's ticket or an expired ticket", async () => {
    const [scope, other] = [await newScope(), await newScope()];
    const { secret, ticket } = startSetUp(scope);
    const code = generateCode(secret);
    const wrong = { code: "invalid_request", faults: [{ pointer: "/code" }] };
    await expect(confirmSetUp(scope, { ticket, code: generateCode(secret, 9) })).rejects.toMatchObject(wrong);
    const stale = { code: "invalid_request", faults: [{ pointer: "/ticket" }] };
    await expect(confirmSetUp(other, { ticket, code })).rejects.toMatchObject(stale);
    await expect(confirmSetUp(scope, { ticket: "forged", code })).rejects.toMatchObject(stale);
    vi.setSystemTime(Date.now() + 31 * 60_000);
    await expect(confirmSetUp(scope, { ticket, code: generateCode(secret) })).rejects.toMatchObject(stale);
    expect((await getOwnSecondFactor(scope)).created_at).toBeNull();
  });

  it("accepts each code once, even if it is sent twice concurrently, and no earlier code", async () => {
    const scope = await newScope();
    const { secret } = await turnOn(scope);
    expect(await accept(scope, generateCode(secret, -1))).toBeUndefined();
    const twice = await Promise.all([
      accept(scope, generateCode(secret)),
      accept(scope, generateCode(secret)),
    ]);
    expect(twice.filter((kind) => kind === "app")).toHaveLength(1);
    expect(await accept(scope, generateCode(secret, 1))).toBe("app");
    expect(await accept(scope, generateCode(secret))).toBeUndefined();
  });

  it("accepts each recovery code once, ignoring case and separators", async () => {
    const scope = await newScope();
    const { codes } = await turnOn(scope);
    const [first = "", second = ""] = codes;
    expect(await accept(scope, ` ${first.toUpperCase().replaceAll("-", " ")} `)).toBe("recovery");
    expect(await accept(scope, first)).toBeUndefined();
    const twice = await Promise.all([accept(scope, second), accept(scope, second)]);
    expect(twice.filter((kind) => kind === "recovery")).toHaveLength(1);
    expect((await getOwnSecondFactor(scope)).recovery_codes_left).toBe(8);
    const { recovery_codes: renewed } = await renewRecoveryCodes(scope);
    expect(await accept(scope, codes[2] ?? "")).toBeUndefined();
    expect(await accept(scope, renewed[0] ?? "")).toBe("recovery");
  });

  it("does not accept another member's codes", async () => {
    const [scope, other] = [await newScope(), await newScope()];
    const { secret, codes } = await turnOn(scope);
    await turnOn(other);
    expect(await accept(other, generateCode(secret))).toBeUndefined();
    expect(await accept(other, codes[0] ?? "")).toBeUndefined();
  });

  it("can be turned off by the member unless the role requires it", async () => {
    const scope = await newScope();
    await turnOn(scope);
    await setRequiredRoles(scope, { roles: ["owner"] });
    await expect(turnOffSecondFactor(scope)).rejects.toMatchObject({ code: "conflict" });
    await setRequiredRoles(scope, { roles: ["finance"] });
    await turnOffSecondFactor(scope);
    await expect(turnOffSecondFactor(scope)).rejects.toMatchObject({ code: "conflict" });
    await expect(renewRecoveryCodes(scope)).rejects.toMatchObject({ code: "conflict" });
  });
});
