import { describe, expect, it } from "vitest";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { verifyPassword } from "@/lib/security/password";
import { useTestDatabase } from "@/lib/testing/database";
import {
  addMember,
  describeMemberLink,
  getOrganisation,
  inviteMember,
  issueApiKey,
  type NewMember,
  redeemMemberLink,
  resetMember,
} from "./index";

useTestDatabase();

const password = "a password of some length";
const createOrganisation = async (organisation: string) => {
  await issueApiKey(COMMAND_LINE, { organisation, mode: "test" });
  return organisation;
};
const getScope = async (organisation: string) => ({
  ...(await getOrganisation({ organisation })),
  mode: "test" as const,
});
const invite = async ({ organisation, ...who }: NewMember & { organisation: string }) =>
  inviteMember(await getScope(organisation), who);
const readToken = (link: { url: string }) => new URL(link.url).hash.replace("#token=", "");
const isPassword = async (email: string, candidate: string) => {
  const [row] = await systemDb().sql<
    { passwordHash: string | null }[]
  >`select password_hash from people where lower(email) = lower(${email})`;
  return verifyPassword(candidate, row?.passwordHash ?? null);
};

describe("members", () => {
  it("the first member becomes the owner; the default role of later members is viewer", async () => {
    const organisation = await createOrganisation("First");
    expect(await addMember(COMMAND_LINE, { organisation, email: "a@first.test", password })).toMatchObject({
      role: "owner",
    });
    expect(await addMember(COMMAND_LINE, { organisation, email: "b@first.test", password })).toMatchObject({
      role: "viewer",
    });
    expect(
      await addMember(COMMAND_LINE, { organisation, email: "c@first.test", password, role: "gate_lead" }),
    ).toMatchObject({ role: "gate_lead" });
    expect(await isPassword("a@first.test", password)).toBe(true);
  });

  it("five concurrent first invitations create one owner", async () => {
    // The first round only opens the connections, one after the other; the later ones race.
    for (const organisation of await Promise.all(["Race 1", "Race 2", "Race 3"].map(createOrganisation))) {
      const inviteNamed = (name: string) =>
        invite({ organisation, email: `${name}@${organisation.replace(" ", "-")}.test` });
      const invited = await Promise.all(["a", "b", "c", "d", "e"].map(inviteNamed));
      expect(invited.filter((member) => member.role === "owner")).toHaveLength(1);
    }
  });

  it("the first member must be the owner", async () => {
    const organisation = await createOrganisation("Ownerless");
    await expect(invite({ organisation, email: "a@ownerless.test", role: "viewer" })).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  it("an e-mail address that already signs in, in any case, can only be invited, not added", async () => {
    await addMember(COMMAND_LINE, {
      organisation: await createOrganisation("One"),
      email: "Taken@one.test",
      password,
    });
    await expect(
      addMember(COMMAND_LINE, {
        organisation: await createOrganisation("Two"),
        email: "taken@ONE.test",
        password,
      }),
    ).rejects.toMatchObject({ code: "conflict", detail: expect.stringContaining("Invite them") });
    await expect(invite({ organisation: "One", email: "taken@one.test" })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("inviting an address that signs in elsewhere returns the same fields; only its link asks for the existing password", async () => {
    await addMember(COMMAND_LINE, {
      organisation: await createOrganisation("Home"),
      email: "busy@home.test",
      password,
    });
    const organisation = await createOrganisation("Curious");
    await addMember(COMMAND_LINE, { organisation, email: "owner@curious.test", password });
    const [taken, free] = [
      await invite({ organisation, email: "Busy@home.test" }),
      await invite({ organisation, email: "free@home.test" }),
    ];
    expect(Object.keys(taken).sort()).toEqual(Object.keys(free).sort());
    expect(taken).toMatchObject({ email: "Busy@home.test", role: "viewer" });
    const redeemed = redeemMemberLink({ token: readToken(taken), password: "another password" });
    await expect(redeemed).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await describeMemberLink({ token: readToken(taken) })).toMatchObject({ asks_for: "own_password" });
    expect(await describeMemberLink({ token: readToken(free) })).toMatchObject({ asks_for: "new_password" });
    expect(await isPassword("busy@home.test", password)).toBe(true);
    expect(await isPassword("busy@home.test", "another password")).toBe(false);
  });

  it("an unused invitation does not reserve its e-mail address", async () => {
    const [first, second] = [await createOrganisation("Squatter"), await createOrganisation("Employer")];
    for (const [organisation, owner] of [
      [first, "owner@squatter.test"],
      [second, "owner@employer.test"],
    ] as const)
      await addMember(COMMAND_LINE, { organisation, email: owner, password });
    const squatting = await invite({ organisation: first, email: "wanted@employer.test" });
    const link = await invite({ organisation: second, email: "wanted@employer.test" });
    expect(await redeemMemberLink({ token: readToken(link), password })).toEqual({
      email: "wanted@employer.test",
      organisation: second,
    });
    expect(await isPassword("wanted@employer.test", password)).toBe(true);
    await expect(
      redeemMemberLink({ token: readToken(squatting), password: "another password" }),
    ).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it.each(["", "nobody", "a@b", "a b@c.test", `${"x".repeat(260)}@c.test`])(
    "a malformed e-mail address is rejected",
    async (email) => {
      const organisation = await createOrganisation("Malformed");
      await expect(addMember(COMMAND_LINE, { organisation, email, password })).rejects.toMatchObject({
        code: "invalid_request",
      });
    },
  );

  it("adding a member to an unknown organisation fails", async () => {
    await expect(
      addMember(COMMAND_LINE, { organisation: "Nowhere", email: "a@nowhere.test", password }),
    ).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("member links", () => {
  it("an invitation can be redeemed once: of two concurrent uses one succeeds, and every later use fails", async () => {
    const organisation = await createOrganisation("Invited");
    const link = await invite({ organisation, email: "a@invited.test" });
    expect(link.url).toMatch(/^http:\/\/localhost:\d+\/join#token=[A-Za-z0-9_-]{43}$/);
    expect(Math.abs(link.expiresAt.getTime() - Date.now() - 72 * 3_600_000)).toBeLessThan(10_000);
    const uses = await Promise.allSettled(
      ["one password", "other password"].map((chosen) =>
        redeemMemberLink({ token: readToken(link), password: chosen }),
      ),
    );
    expect(uses.map((use) => use.status).sort()).toEqual(["fulfilled", "rejected"]);
    const chosen = uses[0]?.status === "fulfilled" ? "one password" : "other password";
    expect(await isPassword("a@invited.test", chosen)).toBe(true);
    await expect(redeemMemberLink({ token: readToken(link), password })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("the database stores only the token's hash", async () => {
    const link = await invite({
      organisation: await createOrganisation("Tokens"),
      email: "a@tokens.test",
    });
    const rows = await systemDb().sql`select * from password_links where member_id = ${link.memberId}`;
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(readToken(link));
  });

  it("an expired link is rejected", async () => {
    const link = await invite({ organisation: await createOrganisation("Late"), email: "a@late.test" });
    await systemDb()
      .sql`update password_links set expires_at = now() - interval '1 second' where member_id = ${link.memberId}`;
    await expect(redeemMemberLink({ token: readToken(link), password })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("a second invitation replaces the link of a member who has not joined", async () => {
    const organisation = await createOrganisation("Again");
    const first = await invite({ organisation, email: "a@again.test" });
    const second = await invite({ organisation, email: "A@again.test" });
    expect(second.memberId).toBe(first.memberId);
    await expect(redeemMemberLink({ token: readToken(first), password })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await redeemMemberLink({ token: readToken(second), password })).toMatchObject({
      email: "a@again.test",
    });
  });

  it("a rejected password leaves the link valid", async () => {
    const link = await invite({
      organisation: await createOrganisation("Short"),
      email: "a@short.test",
    });
    await expect(redeemMemberLink({ token: readToken(link), password: "short" })).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect(await redeemMemberLink({ token: readToken(link), password })).toMatchObject({
      email: "a@short.test",
    });
  });

  it("after a reset request the old password works until the link is used", async () => {
    const organisation = await createOrganisation("Forgot");
    await addMember(COMMAND_LINE, { organisation, email: "a@forgot.test", password });
    const link = await resetMember(await getScope(organisation), { email: "a@forgot.test" });
    expect(await isPassword("a@forgot.test", password)).toBe(true);
    await redeemMemberLink({ token: readToken(link), password: "another password" });
    expect(await isPassword("a@forgot.test", password)).toBe(false);
    expect(await isPassword("a@forgot.test", "another password")).toBe(true);
  });

  it("a member of another organisation cannot be reset from this one", async () => {
    await addMember(COMMAND_LINE, {
      organisation: await createOrganisation("Theirs"),
      email: "a@theirs.test",
      password,
    });
    await expect(
      resetMember(await getScope(await createOrganisation("Ours")), { email: "a@theirs.test" }),
    ).rejects.toMatchObject({ code: "not_found" });
  });
});
