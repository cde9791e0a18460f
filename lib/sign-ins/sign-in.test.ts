import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { systemDb } from "@/lib/db/client";
import { addMember, issueApiKey, redeemMemberLink, resetMember } from "@/lib/organisations";
import { useTestDatabase } from "@/lib/testing/database";
import { findSignedIn, signIn, signOut } from "./index";

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
  return { ...(await addMember({ organisation, email, password, role })), organisation };
}

const deedsOf = (organisationId: string) => systemDb().sql<{ action: string; subject: string }[]>`
  select action, subject from audit_entries where organisation_id = ${organisationId} order by id`;
const failuresNow = async () => {
  const [row] = await systemDb().sql<
    { count: number }[]
  >`select count(*)::int as count from sign_in_failures`;
  return row?.count;
};

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

  it("an unknown e-mail address takes the work that a wrong password takes", async () => {
    const { email } = await newMember();
    const time = async (of: string) => {
      const startedAt = performance.now();
      await signIn({ email: of, password: "another password", address: newAddress(), agent }).catch(() => 0);
      return performance.now() - startedAt;
    };
    const [known, unknown] = [await time(email), await time("nobody@work.test")];
    expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(3);
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
