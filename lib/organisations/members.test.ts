import { describe, expect, it } from "vitest";
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
const organisationNamed = async (organisation: string) => {
  await issueApiKey({ organisation, mode: "test" });
  return organisation;
};
const scopeOf = async (organisation: string) => ({
  ...(await getOrganisation({ organisation })),
  mode: "test" as const,
});
const invite = async ({ organisation, ...who }: NewMember & { organisation: string }) =>
  inviteMember(await scopeOf(organisation), who);
const tokenOf = (link: { url: string }) => new URL(link.url).hash.replace("#token=", "");
const opens = async (email: string, candidate: string) => {
  const [row] = await systemDb().sql<
    { password_hash: string | null }[]
  >`select password_hash from people where lower(email) = lower(${email})`;
  return verifyPassword(candidate, row?.password_hash ?? null);
};

describe("members", () => {
  it("the first member is the owner and the next, unless said otherwise, a viewer", async () => {
    const organisation = await organisationNamed("First");
    expect(await addMember({ organisation, email: "a@first.test", password })).toMatchObject({
      role: "owner",
    });
    expect(await addMember({ organisation, email: "b@first.test", password })).toMatchObject({
      role: "viewer",
    });
    expect(
      await addMember({ organisation, email: "c@first.test", password, role: "gate_lead" }),
    ).toMatchObject({ role: "gate_lead" });
    expect(await opens("a@first.test", password)).toBe(true);
  });

  it("of five first members at once one is the owner", async () => {
    // The first round only opens the connections, one after another.
    for (const organisation of await Promise.all(["Race 1", "Race 2", "Race 3"].map(organisationNamed))) {
      const inviteNamed = (name: string) =>
        invite({ organisation, email: `${name}@${organisation.replace(" ", "-")}.test` });
      const invited = await Promise.all(["a", "b", "c", "d", "e"].map(inviteNamed));
      expect(invited.filter((member) => member.role === "owner")).toHaveLength(1);
    }
  });

  it("a first member cannot be anything but the owner", async () => {
    const organisation = await organisationNamed("Ownerless");
    await expect(invite({ organisation, email: "a@ownerless.test", role: "viewer" })).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  it("an e-mail address that signs in already, however it is written, is added to nothing: it is invited", async () => {
    await addMember({ organisation: await organisationNamed("One"), email: "Taken@one.test", password });
    await expect(
      addMember({ organisation: await organisationNamed("Two"), email: "taken@ONE.test", password }),
    ).rejects.toMatchObject({ code: "conflict", detail: expect.stringContaining("Invite them") });
    await expect(invite({ organisation: "One", email: "taken@one.test" })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("an address that signs in elsewhere is invited like any other, and its link alone says so", async () => {
    await addMember({ organisation: await organisationNamed("Home"), email: "busy@home.test", password });
    const organisation = await organisationNamed("Curious");
    await addMember({ organisation, email: "owner@curious.test", password });
    const [taken, free] = [
      await invite({ organisation, email: "Busy@home.test" }),
      await invite({ organisation, email: "free@home.test" }),
    ];
    expect(Object.keys(taken).sort()).toEqual(Object.keys(free).sort());
    expect(taken).toMatchObject({ email: "Busy@home.test", role: "viewer" });
    const redeemed = redeemMemberLink({ token: tokenOf(taken), password: "another password" });
    await expect(redeemed).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await describeMemberLink({ token: tokenOf(taken) })).toMatchObject({ asks_for: "own_password" });
    expect(await describeMemberLink({ token: tokenOf(free) })).toMatchObject({ asks_for: "new_password" });
    expect(await opens("busy@home.test", password)).toBe(true);
    expect(await opens("busy@home.test", "another password")).toBe(false);
  });

  it("an invitation that is not used reserves its address for nobody", async () => {
    const [first, second] = [await organisationNamed("Squatter"), await organisationNamed("Employer")];
    for (const [organisation, owner] of [
      [first, "owner@squatter.test"],
      [second, "owner@employer.test"],
    ] as const)
      await addMember({ organisation, email: owner, password });
    const squatting = await invite({ organisation: first, email: "wanted@employer.test" });
    const link = await invite({ organisation: second, email: "wanted@employer.test" });
    expect(await redeemMemberLink({ token: tokenOf(link), password })).toEqual({
      email: "wanted@employer.test",
      organisation: second,
    });
    expect(await opens("wanted@employer.test", password)).toBe(true);
    await expect(
      redeemMemberLink({ token: tokenOf(squatting), password: "another password" }),
    ).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it.each(["", "nobody", "a@b", "a b@c.test", `${"x".repeat(260)}@c.test`])(
    "what is no e-mail address is refused",
    async (email) => {
      const organisation = await organisationNamed("Malformed");
      await expect(addMember({ organisation, email, password })).rejects.toMatchObject({
        code: "invalid_request",
      });
    },
  );

  it("nobody joins an organisation that does not exist", async () => {
    await expect(
      addMember({ organisation: "Nowhere", email: "a@nowhere.test", password }),
    ).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("member links", () => {
  it("an invitation sets a password once: of two uses at once, and of any later one, only one succeeds", async () => {
    const organisation = await organisationNamed("Invited");
    const link = await invite({ organisation, email: "a@invited.test" });
    expect(link.url).toMatch(/^http:\/\/localhost:\d+\/join#token=[A-Za-z0-9_-]{43}$/);
    expect(Math.abs(link.expiresAt.getTime() - Date.now() - 72 * 3_600_000)).toBeLessThan(10_000);
    const uses = await Promise.allSettled(
      ["one password", "other password"].map((chosen) =>
        redeemMemberLink({ token: tokenOf(link), password: chosen }),
      ),
    );
    expect(uses.map((use) => use.status).sort()).toEqual(["fulfilled", "rejected"]);
    const chosen = uses[0]?.status === "fulfilled" ? "one password" : "other password";
    expect(await opens("a@invited.test", chosen)).toBe(true);
    await expect(redeemMemberLink({ token: tokenOf(link), password })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("the database holds no token, only its hash", async () => {
    const link = await invite({
      organisation: await organisationNamed("Tokens"),
      email: "a@tokens.test",
    });
    const rows = await systemDb().sql`select * from member_links where member_id = ${link.memberId}`;
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(tokenOf(link));
  });

  it("an expired link opens nothing", async () => {
    const link = await invite({ organisation: await organisationNamed("Late"), email: "a@late.test" });
    await systemDb().sql`update member_links set expires_at = now() where member_id = ${link.memberId}`;
    await expect(redeemMemberLink({ token: tokenOf(link), password })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("inviting again somebody who has not come yet replaces the link", async () => {
    const organisation = await organisationNamed("Again");
    const first = await invite({ organisation, email: "a@again.test" });
    const second = await invite({ organisation, email: "A@again.test" });
    expect(second.memberId).toBe(first.memberId);
    await expect(redeemMemberLink({ token: tokenOf(first), password })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await redeemMemberLink({ token: tokenOf(second), password })).toMatchObject({
      email: "a@again.test",
    });
  });

  it("a password that will not do leaves the link good", async () => {
    const link = await invite({
      organisation: await organisationNamed("Short"),
      email: "a@short.test",
    });
    await expect(redeemMemberLink({ token: tokenOf(link), password: "short" })).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect(await redeemMemberLink({ token: tokenOf(link), password })).toMatchObject({
      email: "a@short.test",
    });
  });

  it("after a reset is asked for the old password stays good until the link is used", async () => {
    const organisation = await organisationNamed("Forgot");
    await addMember({ organisation, email: "a@forgot.test", password });
    const link = await resetMember(await scopeOf(organisation), { email: "a@forgot.test" });
    expect(await opens("a@forgot.test", password)).toBe(true);
    await redeemMemberLink({ token: tokenOf(link), password: "another password" });
    expect(await opens("a@forgot.test", password)).toBe(false);
    expect(await opens("a@forgot.test", "another password")).toBe(true);
  });

  it("a member of another organisation cannot be reset from this one", async () => {
    await addMember({ organisation: await organisationNamed("Theirs"), email: "a@theirs.test", password });
    await expect(
      resetMember(await scopeOf(await organisationNamed("Ours")), { email: "a@theirs.test" }),
    ).rejects.toMatchObject({ code: "not_found" });
  });
});
