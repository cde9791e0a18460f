/** Guarantee: a forgotten password is reset by a mailed link, once and within an hour, and nobody learns who signs in. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { COMMAND_LINE, type Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { startMailCatcher } from "@/lib/mail/testing/mail-catcher";
import { changeOwnPassword, findSignedIn, signIn } from "@/lib/sign-ins";
import { useTestDatabase } from "@/lib/testing/database";
import {
  addMember,
  inviteMember,
  issueApiKey,
  redeemMemberLink,
  requestPasswordReset,
  resetMember,
} from "./index";

const catcher = await startMailCatcher();
Object.assign(process.env, { SMTP_URL: catcher.url, MAIL_FROM: "Takings <mail@takings.example>" });
useTestDatabase();
afterAll(() => catcher.close());

const password = "a password of some length";
const NEW_PASSWORD = "orbit-velvet-9-lamp";
let addresses = 0;
const newAddress = () => `203.0.113.${++addresses}`;
const signInAs = (email: string, given: string) =>
  signIn({ email, password: given, address: newAddress(), agent: "" });
const ask = (email: string) => requestPasswordReset({ email }, { origin: newAddress() });

let organisation: string;
let owner: Scope & { actor: NonNullable<Scope["actor"]> };
let email: string;

/** An organisation with an owner. */
async function open(): Promise<typeof owner> {
  organisation = `Org ${randomBytes(6).toString("hex")}`;
  const { organisationId } = await issueApiKey(COMMAND_LINE, { organisation, mode: "test" });
  const address = `owner-${randomBytes(6).toString("hex")}@example.com`;
  const added = await addMember(COMMAND_LINE, { organisation, email: address, role: "owner", password });
  return { organisationId, mode: "test", actor: { ...added, email: address, name: "Ada <b>Obi</b>" } };
}

beforeEach(async () => {
  owner = await open();
  email = owner.actor.email;
});

/** The tokens of the links that were mailed to an address, once there are as many. */
async function mailedTokens(address: string, count = 1): Promise<string[]> {
  await expect.poll(() => catcher.mailsTo(address).length, { timeout: 10_000 }).toBe(count);
  return catcher.mailsTo(address).map(({ text }) => /#token=([\w-]+)/.exec(text)?.[1] ?? "");
}

describe("a forgotten password", () => {
  test("is set by the mailed link, which ends the other sign-ins and is audited; until then the old one works", async () => {
    expect(await ask(` ${email.toUpperCase()} `)).toEqual({ accepted: true });
    const [token = ""] = await mailedTokens(email);
    const { signInId } = await signInAs(email, password);
    await redeemMemberLink({ token, password: NEW_PASSWORD }, { origin: "203.0.113.250" });
    expect(await findSignedIn(signInId)).toBeUndefined();
    await expect(signInAs(email, password)).rejects.toMatchObject({ code: "unauthenticated" });
    await signInAs(email, NEW_PASSWORD);
    const [entry] = await systemDb().sql`
      select actor, origin from audit_entries
      where organisation_id = ${owner.organisationId} and action = 'set_password' order by id desc`;
    expect(entry).toEqual({ actor: email, origin: "203.0.113.250" });
    await expect(redeemMemberLink({ token, password: NEW_PASSWORD })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("gets the same answer for an address that nobody signs in with, and no mail", async () => {
    const unknown = `nobody-${randomBytes(5).toString("hex")}@example.com`;
    expect(await ask(unknown)).toEqual(await ask(email));
    await mailedTokens(email);
    expect(catcher.mailsTo(unknown)).toEqual([]);
  });

  test("the link is valid for 60 minutes", async () => {
    await ask(email);
    const [token = ""] = await mailedTokens(email);
    await systemDb().sql`
      update password_links set expires_at = expires_at - interval '59 minutes' where member_id = ${owner.actor.memberId}`;
    await systemDb().sql`
      update password_links set expires_at = expires_at - interval '61 seconds' where member_id = ${owner.actor.memberId}`;
    await expect(redeemMemberLink({ token, password: NEW_PASSWORD })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("each of several links works, and the first use ends the others", async () => {
    await ask(email);
    await ask(email);
    const [first = "", second = ""] = await mailedTokens(email, 2);
    await redeemMemberLink({ token: first, password: NEW_PASSWORD });
    await expect(redeemMemberLink({ token: second, password })).rejects.toMatchObject({ code: "not_found" });
  });

  test("a link ends when the password is changed otherwise", async () => {
    const { signInId } = await signInAs(email, password);
    await ask(email);
    const [token = ""] = await mailedTokens(email);
    await changeOwnPassword({ ...owner, signInId }, { current_password: password, password: NEW_PASSWORD });
    await expect(redeemMemberLink({ token, password })).rejects.toMatchObject({ code: "not_found" });
  });

  test("somebody who asks does not end a link that an owner made", async () => {
    const address = `${randomBytes(5).toString("hex")}@example.com`;
    const { memberId } = await addMember(COMMAND_LINE, {
      organisation,
      email: address,
      role: "viewer",
      password,
    });
    const { url } = await resetMember(owner, { memberId });
    await ask(address);
    await mailedTokens(address);
    await redeemMemberLink({ token: new URL(url).hash.replace("#token=", ""), password: NEW_PASSWORD });
  });

  test("works for a member of several organisations", async () => {
    const other = await open();
    await inviteMember(other, { email, role: "finance" });
    const [invitation = ""] = await mailedTokens(email);
    await redeemMemberLink({ token: invitation, password }, { origin: newAddress() });
    await ask(email);
    const [, token = ""] = await mailedTokens(email, 2);
    await redeemMemberLink({ token, password: NEW_PASSWORD });
    await signInAs(email, NEW_PASSWORD);
  });

  test("may be asked for five times in a row, known or not, and then only after a wait", async () => {
    for (const address of [email, `nobody-${randomBytes(5).toString("hex")}@example.com`]) {
      for (let times = 0; times < 5; times++) await ask(address);
      await ask(address).catch(() => undefined);
      await expect(ask(address)).rejects.toMatchObject({ code: "too_many_requests" });
    }
  });
});

describe("an invitation", () => {
  test("is mailed, with hostile names as text, and the link is shown to copy too", async () => {
    const address = `${randomBytes(5).toString("hex")}@example.com`;
    const { url, isMailed } = await inviteMember(owner, { email: address, role: "viewer" });
    expect(isMailed).toBe(true);
    const [token] = await mailedTokens(address);
    expect(new URL(url).hash).toBe(`#token=${token}`);
    const [mail] = catcher.mailsTo(address);
    expect(mail?.html).toContain("Ada &lt;b&gt;Obi&lt;/b&gt; invites you");
    expect(mail?.html).not.toMatch(/<img|<script|https?:\/\/(?!localhost)/);
    expect(mail?.headers).toMatch(/^Auto-Submitted: auto-generated$/im);
  });

  test("that cannot be mailed is still made, and says so", async () => {
    const address = `${randomBytes(5).toString("hex")}@example.com`;
    catcher.refuse({ [address]: 550 });
    const { url, isMailed } = await inviteMember(owner, { email: address, role: "viewer" });
    expect([isMailed, url]).toEqual([false, expect.stringContaining("#token=")]);
  });
});
