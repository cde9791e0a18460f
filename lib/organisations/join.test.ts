/** Guarantee: nobody is a member without their own consent, and no organisation takes over the access to another. */
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { MemberRole } from "@/lib/core/roles";
import { COMMAND_LINE, type Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { confirmSetUp, getOwnSecondFactor, setRequiredRoles, startSetUp } from "@/lib/second-factor";
import { codeOf } from "@/lib/second-factor/testing/codes";
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
/** Another client's at each call, so that no test counts in another's limit. */
const newAddress = () => `203.0.113.${++lastAddress}`;
const tokenOf = (link: { url: string }) => new URL(link.url).hash.replace("#token=", "");
const signInAs = (email: string, given = password) =>
  signIn({ email, password: given, address: newAddress(), agent: "" });

/** An organisation with its owner, who asks. */
async function newOrganisation() {
  const organisation = `Org ${randomBytes(6).toString("hex")}`;
  const { organisationId } = await issueApiKey({ organisation, mode: "test" });
  const email = `owner@${organisation.replace(" ", "-")}.test`;
  const owner = await addMember({ organisation, email, role: "owner", password });
  const scope: Scope = { organisationId, mode: "test", by: { ...owner, name: "Owner" } };
  const invite = (invited: string, role: MemberRole = "finance") =>
    inviteMember(scope, { email: invited, role });
  return { organisation, scope, invite };
}

/** Somebody who signs in to `home` alone, and is invited to `other`. */
async function newGuest() {
  const [home, other] = [await newOrganisation(), await newOrganisation()];
  const email = `guest-${randomBytes(6).toString("hex")}@home.test`;
  const { memberId } = await addMember({ organisation: home.organisation, email, password, role: "viewer" });
  const own = { ...home.scope, by: { memberId, email, name: "", role: "viewer" as const } };
  const invitation = await other.invite(email.toUpperCase());
  const token = tokenOf(invitation);
  const join = () => redeemMemberLink({ token, password }, { origin: newAddress() });
  return { home, other, email, memberId, own, invitation, token, join };
}

const statusIn = async (scope: Scope, email: string) =>
  (await listMembers(scope)).find((one) => one.email.toLowerCase() === email)?.status;
const actionsOn = async (scope: Scope, subject: string) =>
  (
    await systemDb().sql<{ action: string }[]>`
      select action from audit_entries
      where organisation_id = ${scope.organisationId} and subject = ${subject} order by id`
  ).map(({ action }) => action);

describe("an invitation to somebody who signs in already", () => {
  it("is accepted with their own password, which stays, and signs nobody out", async () => {
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

  it("opens the next sign-in, and from then on the organisation that was used last is opened", async () => {
    const { home, other, email, join } = await newGuest();
    expect(await signInAs(email)).toMatchObject({ organisationId: home.scope.organisationId });
    await join();
    expect(await signInAs(email)).toMatchObject({ organisationId: other.scope.organisationId });
    expect(await signInAs(email)).toMatchObject({ organisationId: other.scope.organisationId });
  });

  it("is not accepted by the token with any other password: it sets none, is counted, and leaves the link good", async () => {
    const { home, other, email, memberId, token, join } = await newGuest();
    const origin = newAddress();
    const guess = () => redeemMemberLink({ token, password: GUESS }, { origin });
    for (let attempt = 0; attempt < 5; attempt++)
      await expect(guess()).rejects.toMatchObject({ code: "unauthenticated" });
    await systemDb().sql`
      update sign_in_failures set blocked_until = blocked_until + interval '1 minute' where blocked_until > counted_at`;
    const tooMany = { code: "too_many_requests" };
    await expect(guess()).rejects.toMatchObject(tooMany);
    // The same count as at sign-in.
    await expect(signInAs(email)).rejects.toMatchObject(tooMany);
    expect(await statusIn(other.scope, email)).toBe("invited");
    expect(await actionsOn(home.scope, memberId)).toEqual(Array(5).fill("failed_sign_in"));
    await systemDb().sql`delete from sign_in_failures`;
    await join();
    expect(await statusIn(other.scope, email)).toBe("active");
  });

  it("asks for a code where they have a second factor, after the right password alone", async () => {
    const { other, email, own, token } = await newGuest();
    const { secret, ticket } = startSetUp(own);
    await confirmSetUp(own, { ticket, code: codeOf(secret) });
    const give = (given: { password: string; code?: string }) =>
      redeemMemberLink({ token, ...given }, { origin: newAddress() });
    await expect(give({ password: GUESS })).rejects.toMatchObject({ code: "unauthenticated", faults: [] });
    await expect(give({ password })).rejects.toMatchObject({ code: "second_factor_required" });
    await expect(give({ password, code: "000000" })).rejects.toMatchObject({
      code: "unauthenticated",
      faults: [{ pointer: "/code" }],
    });
    expect(await statusIn(other.scope, email)).toBe("invited");
    await give({ password, code: codeOf(secret, 1) });
    expect(await statusIn(other.scope, email)).toBe("active");
    expect((await listMembers(other.scope)).at(-1)).toMatchObject({ second_factor: true });
  });

  it("tells an organisation nothing of them before they join: no second factor, no failed sign-in", async () => {
    const { other, email, own, invitation } = await newGuest();
    const { secret, ticket } = startSetUp(own);
    await confirmSetUp(own, { ticket, code: codeOf(secret) });
    await expect(signInAs(email, GUESS)).rejects.toMatchObject({ code: "unauthenticated" });
    expect((await listMembers(other.scope)).at(-1)).toMatchObject({
      status: "invited",
      second_factor: false,
    });
    expect(await actionsOn(other.scope, invitation.memberId)).toEqual(["invited_member"]);
  });

  it("of two invitations of a new address that are accepted at once, one makes the person and the other sets no password", async () => {
    const email = `new-${randomBytes(6).toString("hex")}@nowhere.test`;
    const invited = [];
    for (const { invite } of [await newOrganisation(), await newOrganisation()])
      invited.push(tokenOf(await invite(email)));
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

describe("a person of two organisations", () => {
  const elsewhere = { code: "conflict", detail: expect.stringContaining("another organisation") };

  it("gets no link for a new password from an owner of either; the operator of the deployment makes one", async () => {
    const { home, other, email, memberId, join, invitation } = await newGuest();
    await resetMember(home.scope, { memberId });
    await join();
    await expect(resetMember(home.scope, { memberId })).rejects.toMatchObject(elsewhere);
    await expect(resetMember(other.scope, { memberId: invitation.memberId })).rejects.toMatchObject(
      elsewhere,
    );
    const { by: _, ...scope } = home.scope;
    const { signInId } = await signInAs(email);
    const link = await resetMember({ ...scope, ...COMMAND_LINE }, { email });
    expect(await describeMemberLink({ token: tokenOf(link) })).toMatchObject({
      purpose: "reset",
      asks_for: "new_password",
    });
    await redeemMemberLink({ token: tokenOf(link), password: NEW_PASSWORD });
    expect(await findSignedIn(signInId)).toBeUndefined();
    await signInAs(email, NEW_PASSWORD);
  });

  it("who was removed from every organisation and has lost the password joins by a link of the operator", async () => {
    const { home, other, email, memberId } = await newGuest();
    await removeMember(home.scope, memberId);
    const { by: _, ...scope } = other.scope;
    const link = await resetMember({ ...scope, ...COMMAND_LINE }, { email });
    const token = tokenOf(link);
    expect(await describeMemberLink({ token })).toMatchObject({ purpose: "join", asks_for: "new_password" });
    await redeemMemberLink({ token, password: NEW_PASSWORD });
    expect(await signInAs(email, NEW_PASSWORD)).toMatchObject({ organisationId: other.scope.organisationId });
  });

  it("is not taken over by a link that was made before they joined the second one", async () => {
    const { home, email, memberId, join } = await newGuest();
    const link = await resetMember(home.scope, { memberId });
    await join();
    const { signInId } = await signInAs(email);
    const redeemed = redeemMemberLink({ token: tokenOf(link), password: NEW_PASSWORD });
    await expect(redeemed).rejects.toMatchObject(elsewhere);
    expect(await findSignedIn(signInId)).toBeDefined();
    await expect(signInAs(email, NEW_PASSWORD)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("keeps their second factor against the owners of both; the operator of the deployment removes it", async () => {
    const { home, other, email, memberId, own, join, invitation } = await newGuest();
    await join();
    const { secret, ticket } = startSetUp(own);
    await confirmSetUp(own, { ticket, code: codeOf(secret) });
    await expect(resetSecondFactor(home.scope, { memberId })).rejects.toMatchObject(elsewhere);
    await expect(resetSecondFactor(other.scope, { memberId: invitation.memberId })).rejects.toMatchObject(
      elsewhere,
    );
    expect(await getOwnSecondFactor(own)).toMatchObject({ created_at: expect.any(Date) });
    const { by: _, ...scope } = home.scope;
    await resetSecondFactor({ ...scope, ...COMMAND_LINE }, { email });
    expect(await getOwnSecondFactor(own)).toMatchObject({ created_at: null });
  });

  it("must have a second factor for the organisation that requires it alone, and keeps it while any does", async () => {
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

  it("who is removed from one is signed out of it alone; of the last one, altogether, and told so once they are proved", async () => {
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
    await redeemMemberLink({ token: tokenOf(again), password }, { origin: newAddress() });
    expect(await signInAs(email)).toMatchObject({ organisationId: home.scope.organisationId });
  });
});
