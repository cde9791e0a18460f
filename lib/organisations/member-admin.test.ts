import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/ids";
import type { MemberRole } from "@/lib/core/roles";
import { COMMAND_LINE, type Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { confirmSetUp, startSetUp } from "@/lib/second-factor";
import { generateCode } from "@/lib/second-factor/testing/codes";
import { findSignedIn, SIGN_IN_ENDED_CHANNEL, signIn } from "@/lib/sign-ins";
import { useTestDatabase } from "@/lib/testing/database";
import { openClient } from "../db/connections/connect";
import {
  addMember,
  changeRole,
  dismissAlert,
  inviteMember,
  issueApiKey,
  listMembers,
  listOwnAlerts,
  redeemMemberLink,
  removeMember,
  resetMember,
  resetSecondFactor,
} from "./index";

useTestDatabase();

const password = "a password of some length";

/** Creates an organisation and the scope of its owner. */
async function newOrganisation() {
  const organisation = `Org ${randomBytes(6).toString("hex")}`;
  const { organisationId } = await issueApiKey(COMMAND_LINE, { organisation, mode: "test" });
  const join = (name: string, role: MemberRole) =>
    addMember(COMMAND_LINE, {
      organisation,
      email: `${name}@${organisation.replace(" ", "-")}.test`,
      role,
      password,
    });
  const owner = await join("owner", "owner");
  const scope: Scope = { organisationId, mode: "test", actor: { ...owner, name: "Owner" } };
  return { organisation, scope, owner, join };
}

/** Lists the audit entries except those of the command line, which prepares the organisation. */
const listEntries = async ({ organisationId }: Scope) =>
  systemDb().sql<{ action: string; actor: string; subject: string; details: Record<string, string> }[]>`
    select action, actor, subject, details from audit_entries
    where organisation_id = ${organisationId} and actor not like 'command line%' order by id`;

describe("member administration", () => {
  it("an invited member is listed as invited until the link sets a password; both actions are audited", async () => {
    const { scope, owner } = await newOrganisation();
    const email = `new@${scope.organisationId.replace("_", "-")}.test`;
    const link = await inviteMember(scope, { email, role: "finance", name: "New" });
    expect(await listMembers(scope)).toMatchObject([
      { id: owner.memberId, role: "owner", status: "active" },
      { id: link.memberId, email, name: "New", role: "finance", status: "invited" },
    ]);
    await redeemMemberLink({ token: new URL(link.url).hash.replace("#token=", ""), password });
    expect((await listMembers(scope))[1]).toMatchObject({ status: "active" });
    expect(await listEntries(scope)).toEqual([
      {
        action: "invited_member",
        actor: owner.email,
        subject: link.memberId,
        details: { email, role: "finance" },
      },
      { action: "set_password", actor: email, subject: link.memberId, details: {} },
    ]);
  });

  it("a second invitation changes the role of a member who has not joined, and is rejected for one who has", async () => {
    const { scope, join } = await newOrganisation();
    const email = `again@${scope.organisationId.replace("_", "-")}.test`;
    const first = await inviteMember(scope, { email, role: "viewer" });
    expect(await inviteMember(scope, { email, role: "finance", name: "Bisi" })).toMatchObject({
      memberId: first.memberId,
      role: "finance",
    });
    expect((await listMembers(scope))[1]).toMatchObject({ role: "finance", name: "Bisi", status: "invited" });
    const joined = await join("joined", "viewer");
    await expect(inviteMember(scope, { email: joined.email, role: "owner" })).rejects.toMatchObject({
      code: "conflict",
      detail: expect.stringMatching(/is a member already: Viewer.*in Settings, under Members/),
    });
    expect((await listMembers(scope))[2]).toMatchObject({ role: "viewer", status: "active" });
    expect((await listEntries(scope)).map(({ details }) => details.role)).toEqual(["viewer", "finance"]);
  });

  it("a changed role applies from the member's next request", async () => {
    const { scope, join } = await newOrganisation();
    const { memberId, email } = await join("gate", "gate_lead");
    const { signInId } = await signIn({ email, password, address: "198.51.100.1", agent: "" });
    await changeRole(scope, memberId, "viewer");
    expect(await findSignedIn(signInId)).toMatchObject({ actor: { role: "viewer" } });
  });

  it("a removed member is signed out at once; the member's audit entries stay", async () => {
    const { scope, join } = await newOrganisation();
    const { memberId, email } = await join("gate", "gate_lead");
    const { signInId } = await signIn({ email, password, address: "198.51.100.2", agent: "" });
    const notifiedIds: string[] = [];
    const client = openClient("takings_system", { max: 1, onNotify: (_channel, id) => notifiedIds.push(id) });
    await client`listen ${client(SIGN_IN_ENDED_CHANNEL)}`;
    await removeMember(scope, memberId);
    expect(await findSignedIn(signInId)).toBeUndefined();
    await expect.poll(() => notifiedIds).toEqual([signInId]);
    await client.end();
    expect((await listEntries(scope)).map(({ action }) => action)).toEqual(["signed_in", "removed_member"]);
  });

  it("an organisation keeps an owner who can sign in, even if two owners remove each other concurrently", async () => {
    const { scope, owner, join } = await newOrganisation();
    await expect(changeRole(scope, owner.memberId, "viewer")).rejects.toMatchObject({ code: "conflict" });
    await inviteMember(scope, {
      email: `waiting@${scope.organisationId.replace("_", "-")}.test`,
      role: "owner",
    });
    await expect(changeRole(scope, owner.memberId, "viewer")).rejects.toMatchObject({ code: "conflict" });
    const second = await join("second", "owner");
    const bySecond = { ...scope, actor: { ...second, name: "" } };
    const both = await Promise.allSettled([
      removeMember(scope, second.memberId),
      removeMember(bySecond, owner.memberId),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const owners = (await listMembers(scope)).filter(
      ({ role, status }) => `${role} ${status}` === "owner active",
    );
    expect(owners).toHaveLength(1);
  });

  it("members cannot remove themselves", async () => {
    const { scope, owner, join } = await newOrganisation();
    await join("second", "owner");
    await expect(removeMember(scope, owner.memberId)).rejects.toMatchObject({ code: "conflict" });
  });

  it("another organisation's member is not found", async () => {
    const { scope } = await newOrganisation();
    const { owner } = await newOrganisation();
    const refused = { code: "not_found" };
    await expect(changeRole(scope, owner.memberId, "viewer")).rejects.toMatchObject(refused);
    await expect(removeMember(scope, owner.memberId)).rejects.toMatchObject(refused);
    await expect(resetMember(scope, { memberId: owner.memberId })).rejects.toMatchObject(refused);
    expect(await listEntries(scope)).toEqual([]);
  });

  it("an owner is alerted of a change to their access by another until they dismiss it, and the audit entry says `of: owner`", async () => {
    const { scope, join, owner } = await newOrganisation();
    const second = await join("second", "owner");
    const own = { ...scope, actor: { ...second, name: "" } };
    await resetMember(scope, { memberId: second.memberId });
    await changeRole(scope, second.memberId, "finance");
    expect((await listEntries(scope)).map(({ details }) => details.of)).toEqual(["owner", "owner"]);
    const alerts = await listOwnAlerts(own);
    expect(new Set(alerts.map(({ action, actor }) => `${action} by ${actor}`))).toEqual(
      new Set([`reset_member by ${owner.email}`, `changed_role by ${owner.email}`]),
    );
    expect(alerts.find(({ action }) => action === "changed_role")?.details).toMatchObject({
      from: "owner",
      to: "finance",
    });
    const [first] = alerts;
    const firstId = first?.id ?? newId("memberAlert");
    await expect(dismissAlert(scope, firstId)).rejects.toMatchObject({ code: "not_found" });
    await dismissAlert(own, firstId);
    expect(await listOwnAlerts(own)).toHaveLength(1);
  });

  it("a change of the caller's own access or of a non-owner's access creates no alert", async () => {
    const { scope, join, owner } = await newOrganisation();
    const viewer = await join("viewer", "viewer");
    await changeRole(scope, viewer.memberId, "finance");
    await resetMember(scope, { memberId: viewer.memberId });
    await resetMember(scope, { memberId: owner.memberId });
    expect(
      await systemDb().sql`select from member_alerts where organisation_id = ${scope.organisationId}`,
    ).toEqual([]);
    expect((await listEntries(scope)).map(({ details }) => details.of)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("the other owners are alerted when an owner is removed; a command-line reset alerts the owner", async () => {
    const { scope, join } = await newOrganisation();
    const [second, third] = [await join("second", "owner"), await join("third", "owner")];
    await removeMember(scope, second.memberId);
    const alertsOf = (memberId: string) => systemDb().sql`
      select action, details->>'email' as email from member_alerts where member_id = ${memberId} order by id`;
    expect([...(await alertsOf(third.memberId))]).toEqual([
      { action: "removed_member", email: second.email },
    ]);
    expect(await alertsOf(scope.actor?.memberId ?? "")).toHaveLength(0);
    const { actor: _, ...organisation } = scope;
    await resetMember({ ...organisation, ...COMMAND_LINE }, { email: third.email });
    expect(await alertsOf(third.memberId)).toHaveLength(2);
  });

  it("only another owner can reset a second factor, which signs the member out", async () => {
    const { scope, owner, join } = await newOrganisation();
    const second = await join("second", "owner");
    const { signInId } = await signIn({ email: second.email, password, address: "198.51.100.3", agent: "" });
    const own = { ...scope, actor: { ...second, name: "" } };
    const { secret, ticket } = startSetUp(own);
    await confirmSetUp(own, { ticket, code: generateCode(secret) });
    expect(await listMembers(scope)).toMatchObject([
      { id: owner.memberId, second_factor: false },
      { id: second.memberId, second_factor: true },
    ]);
    const conflict = { code: "conflict" };
    await expect(resetSecondFactor(own, { memberId: second.memberId })).rejects.toMatchObject(conflict);
    await expect(resetSecondFactor(scope, { memberId: owner.memberId })).rejects.toMatchObject(conflict);
    const { scope: stranger } = await newOrganisation();
    await expect(resetSecondFactor(stranger, { memberId: second.memberId })).rejects.toMatchObject({
      code: "not_found",
    });
    await resetSecondFactor(scope, { memberId: second.memberId });
    expect(await findSignedIn(signInId)).toBeUndefined();
    expect((await listMembers(scope))[1]).toMatchObject({ second_factor: false });
    expect(await listOwnAlerts(own)).toMatchObject([{ action: "reset_second_factor", actor: owner.email }]);
  });

  it("a password reset by link keeps the second factor", async () => {
    const { scope, join } = await newOrganisation();
    const member = await join("careful", "finance");
    const own = { ...scope, actor: { ...member, name: "" } };
    const { secret, ticket } = startSetUp(own);
    await confirmSetUp(own, { ticket, code: generateCode(secret) });
    const link = await resetMember(scope, { memberId: member.memberId });
    const token = new URL(link.url).hash.replace("#token=", "");
    await redeemMemberLink({ token, password: "orbit-velvet-9-lamp" });
    await expect(
      signIn({ email: member.email, password: "orbit-velvet-9-lamp", address: "198.51.100.4", agent: "" }),
    ).rejects.toMatchObject({ code: "second_factor_required" });
  });
});
