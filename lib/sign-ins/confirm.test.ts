import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { addMember, issueApiKey } from "@/lib/organisations";
import { useTestDatabase } from "@/lib/testing/database";
import { changeOwnPassword, confirmIdentity, findSignedIn, signIn } from "./index";

useTestDatabase();

const password = "tilt-ravine-mango";
const address = "203.0.113.5";

/** Creates a member with two sign-ins; `scope` belongs to the first. */
async function newMember() {
  const organisation = `Org ${randomBytes(6).toString("hex")}`;
  await issueApiKey(COMMAND_LINE, { organisation, mode: "test" });
  const email = `ada@${organisation.replace(" ", "-").toLowerCase()}.test`;
  await addMember(COMMAND_LINE, { organisation, email, password, role: "owner", name: "Ada Obi" });
  const opened = await signIn({ email, password, address, agent: "" });
  const { signInId: otherId } = await signIn({ email, password, address, agent: "" });
  return { email, otherId, scope: { ...opened, mode: "test" as const, origin: address } };
}

const listEntries = (organisationId: string, action: string) => systemDb().sql`
  select actor, origin, details from audit_entries where organisation_id = ${organisationId} and action = ${action}`;

describe("confirming the identity", () => {
  it("by password updates the sign-in's verification time", async () => {
    const { scope } = await newMember();
    await systemDb()
      .sql`update sign_ins set verified_at = now() - interval '1 hour' where id = ${scope.signInId}`;
    await confirmIdentity(scope, { password });
    const verifiedAt = (await findSignedIn(scope.signInId))?.verifiedAt ?? new Date(0);
    expect(Date.now() - verifiedAt.getTime()).toBeLessThan(10_000);
  });

  it("by a wrong password or code does not, is rate limited and is audited", async () => {
    const { scope } = await newMember();
    await systemDb()
      .sql`update sign_ins set verified_at = now() - interval '1 hour' where id = ${scope.signInId}`;
    const wrong = { code: "invalid_request", faults: [{ pointer: "/password" }] };
    for (let guess = 0; guess < 5; guess++)
      await expect(confirmIdentity(scope, { password: "a guess" })).rejects.toMatchObject(wrong);
    for (let guess = 0; guess < 5; guess++)
      await expect(confirmIdentity(scope, { code: "000000" })).rejects.toMatchObject({
        faults: [{ pointer: "/code" }],
      });
    await expect(confirmIdentity(scope, { password })).rejects.toMatchObject({ code: "too_many_requests" });
    const verifiedAt = (await findSignedIn(scope.signInId))?.verifiedAt ?? new Date();
    expect(Date.now() - verifiedAt.getTime()).toBeGreaterThan(3_000_000);
    const entries = await listEntries(scope.organisationId, "failed_sign_in");
    expect(entries).toHaveLength(10);
    expect(entries[0]).toEqual({
      actor: scope.actor.email,
      origin: address,
      details: { wrong: "password", while: "signed in" },
    });
  });
});

describe("changing the caller's password", () => {
  it("needs the old one, ends the other sign-ins, keeps the current one and is audited", async () => {
    const { email, scope, otherId } = await newMember();
    await expect(
      changeOwnPassword(scope, { current_password: "a guess", password: "orbit-velvet-9-lamp" }),
    ).rejects.toMatchObject({ code: "invalid_request", faults: [{ pointer: "/current_password" }] });
    expect(
      await changeOwnPassword(scope, { current_password: password, password: "orbit-velvet-9-lamp" }),
    ).toEqual({ count: 1 });
    expect(await findSignedIn(scope.signInId)).toBeDefined();
    expect(await findSignedIn(otherId)).toBeUndefined();
    await expect(signIn({ email, password, address, agent: "" })).rejects.toMatchObject({
      code: "unauthenticated",
    });
    await signIn({ email, password: "orbit-velvet-9-lamp", address, agent: "" });
    expect([...(await listEntries(scope.organisationId, "changed_password"))]).toEqual([
      { actor: email, origin: address, details: { ended_sign_ins: "1" } },
    ]);
  });

  it("rejects a new one that is too short, too long, common or the member's name", async () => {
    const { scope } = await newMember();
    for (const chosen of ["short", "1234567890", "adaobi2026", "x".repeat(201)])
      await expect(
        changeOwnPassword(scope, { current_password: password, password: chosen }),
      ).rejects.toMatchObject({ code: "invalid_request", faults: [{ pointer: "/password" }] });
  });
});
