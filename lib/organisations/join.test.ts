/** Guarantee: a membership needs the person's consent, and no organisation can take over access to another. */
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { MemberRole } from "@/lib/core/roles";
import { COMMAND_LINE, type Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { confirmSetUp, getOwnSecondFactor, setRequiredRoles, startSetUp } from "@/lib/second-factor";
import { generateCode } from "@/lib/second-factor/testing/codes";
import { findSignedIn, listOwnOrganisations, signIn } from "@/lib/sign-ins";
import { useTestDatabase } from "@/lib/testing/database";
import {
  addMember,
  describeMemberLink,
  inviteMember,
  issueApiKey,
  listMembers,
  redeemMemberLink,
  removeMember,
  resetMember,
  resetSecondFactor,
} from "./index";

useTestDatabase();

const password = "a password of some length";
const NEW_PASSWORD = "orbit-velvet-9-lamp";
const GUESS = "a guess of some length";
let lastAddress = 0;
/** Returns a different address at each call, so that tests do not share a rate limit. */
const newAddress = () => `203.0.113.${++lastAddress}`;
const readToken = (link: { url: string }) => new URL(link.url).hash.replace("#token=", "");
const signInAs = (email: string, given = password) =>
  signIn({ email, password: given, address: newAddress(), agent: "" });

/** Creates an organisation and the scope of its owner. */
async function newOrganisation() {
  const organisation = `Org ${randomBytes(6).toString("hex")}`;
  const { organisationId } = await issueApiKey(COMMAND_LINE, { organisation, mode: "test" });
  const email = `owner@${organisation.replace(" ", "-")}.test`;
  const owner = await addMember(COMMAND_LINE, { organisation, email, role: "owner", password });
  const scope: Scope = { organisationId, mode: "test", actor: { ...owner, name: "Owner" } };
  const invite = (invited: string, role: MemberRole = "finance") =>
    inviteMember(scope, { email: invited, role });
  return { organisation, scope, invite };
}

/** Creates a person who signs in to `home` only and is invited to `other`. */
async function newGuest() {
  const [home, other] = [await newOrganisation(), await newOrganisation()];
  const email = `guest-${randomBytes(6).toString("hex")}@home.test`;
  const { memberId } = await addMember(COMMAND_LINE, {
    organisation: home.organisation,
    email,
    password,
    role: "viewer",
  });
  const own = { ...home.scope, actor: { memberId, email, name: "", role: "viewer" as const } };
  const invitation = await other.invite(email.toUpperCase());
  const token = readToken(invitation);
  const join = () => redeemMemberLink({ token, password }, { origin: newAddress() });
  return { home, other, email, memberId, own, invitation, token, join };
}

const statusIn = async (scope: Scope, email: string) =>
  (await listMembers(scope)).find((one) => one.email.toLowerCase() === email)?.status;
const actionsOn = async (scope: Scope, subject: string) =>
  (
    await systemDb().sql<{ action: string }[]>`
      select action from audit_entries
      where organisation_id = ${scope.organisationId} and subject = ${subject} and actor not like 'command line%' order by id`
  ).map(({ action }) => action);

describe("an invitation to a person who already signs in", () => {
  it("is accepted with the existing password, keeps it and ends no sign-in", async () => {
    const { other, email, own, join, invitation, token } = await newGuest();
    const { signInId } = await signInAs(email);
    expect(await describeMemberLink({ token })).toEqual({
      organisation: other.organisation,
      email: email.toUpperCase(),
      purpose: "join",
      asks_for: "own_password",
    });
    expect(await join()).toEqual({ email: email.toUpperCase(), organisation: other.organisation });
    expect(await statusIn(other.scope, email)).toBe("active");
    expect(await findSignedIn(signInId)).toMatchObject({ hasOtherOrganisations: true });
    expect((await listOwnOrganisations(own)).map(({ role, current }) => ({ role, current }))).toHaveLength(2);
    expect(await actionsOn(other.scope, invitation.memberId)).toEqual([
      "invited_member",
      "accepted_invitation",
    ]);
    expect(await describeMemberLink({ token })).toBeNull();
    await expect(join()).rejects.toMatchObject({ code: "not_found" });
  });

  it("makes the next sign-in open the joined organisation; later ones open the last used organisation", async () => {
    const { home, other, email, join } = await newGuest();
    expect(await signInAs(email)).toMatchObject({ organisationId: home.scope.organisationId });
    await join();
    expect(await signInAs(email)).toMatchObject({ organisationId: other.scope.organisationId });
    expect(await signInAs(email)).toMatchObject({ organisationId: other.scope.organisationId });
  });

  it("rejects any other password: sets none, counts the attempt and leaves the link valid", async () => {
    const { home, other, email, memberId, token, join } = await newGuest();
    const origin = newAddress();
    const guess = () => redeemMemberLink({ token, password: GUESS }, { origin });
    for (let attempt = 0; attempt < 5; attempt++)
      await expect(guess()).rejects.toMatchObject({ code: "unauthenticated" });
    await systemDb().sql`
      update sign_in_failures set blocked_until = blocked_until + interval '1 minute' where blocked_until > counted_at`;
    const tooMany = { code: "too_many_requests" };
    await expect(guess()).rejects.toMatchObject(tooMany);
    // Shares its rate limit with sign-in.
    await expect(signInAs(email)).rejects.toMatchObject(tooMany);
    expect(await statusIn(other.scope, email)).toBe("invited");
    expect(await actionsOn(home.scope, memberId)).toEqual(Array(5).fill("failed_sign_in"));
    await systemDb().sql`delete from sign_in_failures`;
    await join();
    expect(await statusIn(other.scope, email)).toBe("active");
  });

  it("asks for a second-factor code only after the right password", async () => {
    const { other, email, own, token } = await newGuest();
    const { secret, ticket } = startSetUp(own);
    await confirmSetUp(own, { ticket, code: generateCode(secret) });
    const redeem = (input: { password: string; code?: string }) =>
      redeemMemberLink({ token, ...input }, { origin: newAddress() });
    await expect(redeem({ password: GUESS })).rejects.toMatchObject({ code: "unauthenticated", faults: [] });
    await expect(redeem({ password })).rejects.toMatchObject({ code: "second_factor_required" });
    await expect(redeem({ password, code: "000000" })).rejects.toMatchObject({
      code: "unauthenticated",
      faults: [{ pointer: "/code" }],
    });
    expect(await statusIn(other.scope, email)).toBe("invited");
    await redeem({ password, code: generateCode(secret, 1) });
    expect(await statusIn(other.scope, email)).toBe("active");
    expect((await listMembers(other.scope)).at(-1)).toMatchObject({ second_factor: true });
  });

  it("shows the organisation no second factor and no failed sign-in before the person joins", async () => {
    const { other, email, own, invitation } = await newGuest();
    const { secret, ticket } = startSetUp(own);
    await confirmSetUp(own, { ticket, code: generateCode(secret) });
    await expect(signInAs(email, GUESS)).rejects.toMatchObject({ code: "unauthenticated" });
    expect((await listMembers(other.scope)).at(-1)).toMatchObject({
      status: "invited",
      second_factor: false,
    });
    expect(await actionsOn(other.scope, invitation.memberId)).toEqual(["invited_member"]);
  });

  it("if two invitations to a new address are accepted concurrently, one creates the person and the other sets no password", async () => {
    const email = `new-${randomBytes(6).toString("hex")}@nowhere.test`;
    const invited = [];
    for (const { invite } of [await newOrganisation(), await newOrganisation()])
      invited.push(readToken(await invite(email)));
    const passwords = [password, NEW_PASSWORD];
    const uses = await Promise.allSettled(
      invited.map((token, index) =>
        redeemMemberLink({ token, password: passwords[index] ?? "" }, { origin: newAddress() }),
      ),
    );
    expect(uses.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const first = uses[0]?.status === "fulfilled" ? 0 : 1;
    await signInAs(email, passwords[first]);
    await redeemMemberLink(
      { token: invited[1 - first] ?? "", password: passwords[first] ?? "" },
      { origin: newAddress() },
    );
  });
});

describe("a member of two organisations", () => {
  const elsewhere = { code: "conflict", detail: expect.stringContaining("another organisation") };

  it("cannot get a reset link from an owner of either; the operator of the deployment can create one", async () => {
    const { home, other, email, memberId, join, invitation } = await newGuest();
    await resetMember(home.scope, { memberId });
    await join();
    await expect(resetMember(home.scope, { memberId })).rejects.toMatchObject(elsewhere);
    await expect(resetMember(other.scope, { memberId: invitation.memberId })).rejects.toMatchObject(
      elsewhere,
    );
    const { actor: _, ...scope } = home.scope;
    const { signInId } = await signInAs(email);
    const link = await resetMember({ ...scope, ...COMMAND_LINE }, { email });
    expect(await describeMemberLink({ token: readToken(link) })).toMatchObject({
      purpose: "reset",
      asks_for: "new_password",
    });
    await redeemMemberLink({ token: readToken(link), password: NEW_PASSWORD });
    expect(await findSignedIn(signInId)).toBeUndefined();
    await signInAs(email, NEW_PASSWORD);
  });

  it("can join by the operator's link after removal from every organisation and without the old password", async () => {
    const { home, other, email, memberId } = await newGuest();
    await removeMember(home.scope, memberId);
    const { actor: _, ...scope } = other.scope;
    const link = await resetMember({ ...scope, ...COMMAND_LINE }, { email });
    const token = readToken(link);
    expect(await describeMemberLink({ token })).toMatchObject({ purpose: "join", asks_for: "new_password" });
    await redeemMemberLink({ token, password: NEW_PASSWORD });
    expect(await signInAs(email, NEW_PASSWORD)).toMatchObject({ organisationId: other.scope.organisationId });
  });

  it("cannot be reset by a link that was created before they joined the second organisation", async () => {
    const { home, email, memberId, join } = await newGuest();
    const link = await resetMember(home.scope, { memberId });
    await join();
    const { signInId } = await signInAs(email);
    const redeemed = redeemMemberLink({ token: readToken(link), password: NEW_PASSWORD });
    await expect(redeemed).rejects.toMatchObject(elsewhere);
    expect(await findSignedIn(signInId)).toBeDefined();
    await expect(signInAs(email, NEW_PASSWORD)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("keeps the second factor if an owner of either resets it; only the operator of the deployment can remove it", async () => {
    const { home, other, email, memberId, own, join, invitation } = await newGuest();
    await join();
    const { secret, ticket } = startSetUp(own);
    await confirmSetUp(own, { ticket, code: generateCode(secret) });
    await expect(resetSecondFactor(home.scope, { memberId })).rejects.toMatchObject(elsewhere);
    await expect(resetSecondFactor(other.scope, { memberId: invitation.memberId })).rejects.toMatchObject(
      elsewhere,
    );
    expect(await getOwnSecondFactor(own)).toMatchObject({ created_at: expect.any(Date) });
    const { actor: _, ...scope } = home.scope;
    await resetSecondFactor({ ...scope, ...COMMAND_LINE }, { email });
    expect(await getOwnSecondFactor(own)).toMatchObject({ created_at: null });
  });

  it("needs a second factor only in the organisation that requires it, and keeps it while any requires it", async () => {
    const { home, other, email, own, join } = await newGuest();
    await setRequiredRoles(home.scope, { roles: ["viewer"] });
    const opened = await signInAs(email);
    expect(await findSignedIn(opened.signInId)).toMatchObject({ needsSecondFactor: true });
    await join();
    const there = await signInAs(email);
    expect(await findSignedIn(there.signInId)).toMatchObject({
      organisationId: other.scope.organisationId,
      needsSecondFactor: false,
    });
    expect(await getOwnSecondFactor({ ...own, ...there })).toMatchObject({ is_required: true });
  });

  it("is signed out only of the organisation that removes them; after the last removal sign-in fails with a reason", async () => {
    const { home, other, email, memberId, join, invitation } = await newGuest();
    const atHome = await signInAs(email);
    await join();
    const away = await signInAs(email);
    await removeMember(other.scope, invitation.memberId);
    expect(await findSignedIn(away.signInId)).toBeUndefined();
    expect(await findSignedIn(atHome.signInId)).toMatchObject({ hasOtherOrganisations: false });
    await removeMember(home.scope, memberId);
    expect(await findSignedIn(atHome.signInId)).toBeUndefined();
    await expect(signInAs(email, GUESS)).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(signInAs(email)).rejects.toMatchObject({
      code: "forbidden",
      detail: "You are a member of no organisation. Ask for an invitation.",
    });
    const again = await home.invite(email);
    await redeemMemberLink({ token: readToken(again), password }, { origin: newAddress() });
    expect(await signInAs(email)).toMatchObject({ organisationId: home.scope.organisationId });
  });
});
