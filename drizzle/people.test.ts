/** Guarantee: who signed in before people were told apart from members goes on by the same password, code and cookie. */
import { createHash, randomBytes } from "node:crypto";
import type postgres from "postgres";
import { afterAll, describe, expect, it } from "vitest";
import { systemDb } from "@/lib/db/client";
import { countStoredSecrets, reencryptSecrets } from "@/lib/encryption";
import { describeMemberLink, listMembers, redeemMemberLink } from "@/lib/organisations";
import { codeOf } from "@/lib/second-factor/testing/codes";
import { encrypt } from "@/lib/security/encryption";
import { hashPassword } from "@/lib/security/password";
import { findSignedIn, signIn } from "@/lib/sign-ins";
import { useTestDatabase } from "@/lib/testing/database";

const id = <P extends string>(prefix: P, at: number) =>
  `${prefix}_01m7wja30291e5wma656tpsg${String(at).padStart(2, "0")}` as const;
const [EKO, ABUJA] = [id("org", 1), id("org", 2)];
const [ADA, BISI, INVITED] = [id("mem", 1), id("mem", 2), id("mem", 3)];
const SIGN_IN = id("sgn", 1);
const password = "a password of some length";
const TOKEN = "a-token-of-an-invitation-that-is-still-good";
const RECOVERY_CODE = "k3fp-9wqz-ht4m";
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

async function fill(sql: postgres.Sql): Promise<void> {
  process.env.ENCRYPTION_KEY = randomBytes(32).toString("base64");
  for (const [organisation, name] of [
    [EKO, "Eko"],
    [ABUJA, "Abuja"],
  ] as const)
    await sql`insert into organisations (id, name) values (${organisation}, ${name})`;
  const hash = await hashPassword(password);
  await sql`
    insert into members (id, organisation_id, email, name, role, password_hash)
    values (${ADA}, ${EKO}, 'Ada@eko.test', 'Ada', 'owner', ${hash}),
      (${BISI}, ${ABUJA}, 'bisi@abuja.test', 'Bisi', 'owner', ${hash}),
      (${INVITED}, ${ABUJA}, 'ada@EKO.test', '', 'viewer', null)`;
  await sql`
    insert into member_links (token_hash, organisation_id, member_id, purpose, expires_at)
    values (${sha256(TOKEN)}, ${ABUJA}, ${INVITED}, 'invite', now() + interval '1 day')`;
  await sql`
    insert into sign_ins (id, organisation_id, member_id, agent, expires_at)
    values (${SIGN_IN}, ${EKO}, ${ADA}, '', now() + interval '1 hour')`;
  await sql`
    insert into second_factors (member_id, organisation_id, secret, last_step, recovery_hashes)
    values (${ADA}, ${EKO}, ${encrypt(secret, `second_factors.secret:${ADA}`)}, 1,
      ${[sha256(`${ADA}:k3fp9wqzht4m`)]})`;
}

useTestDatabase({ migration: "0008_limits", fill });
afterAll(() => {
  delete process.env.ENCRYPTION_KEY;
  delete process.env.ENCRYPTION_OLD_KEYS;
});

const given = { address: "203.0.113.5", agent: "" };

describe("members of a database in use before", () => {
  it("are people where they have a password, with the e-mail address that they have; who is invited is none", async () => {
    const rows = await systemDb().sql`
      select p.email, m.id as member from people p left join members m on m.person_id = p.id order by p.email collate "C"`;
    expect([...rows]).toEqual([
      { email: "Ada@eko.test", member: ADA },
      { email: "bisi@abuja.test", member: BISI },
    ]);
    expect(await listMembers({ organisationId: ABUJA, mode: "test" })).toMatchObject([
      { id: BISI, status: "active", second_factor: false },
      { id: INVITED, status: "invited", second_factor: false },
    ]);
  });

  it("stay signed in", async () => {
    expect(await findSignedIn(SIGN_IN)).toMatchObject({
      organisationId: EKO,
      by: { memberId: ADA },
      hasSecondFactor: true,
      hasOtherOrganisations: false,
    });
  });

  it("sign in by the same password and second factor, also after the encryption key is rotated", async () => {
    await signIn({ ...given, email: "bisi@abuja.test", password });
    const ada = { ...given, email: "ada@eko.test", password };
    await expect(signIn(ada)).rejects.toMatchObject({ code: "second_factor_required" });
    expect(await signIn({ ...ada, code: codeOf(secret) })).toMatchObject({ by: { memberId: ADA } });
    process.env.ENCRYPTION_OLD_KEYS = process.env.ENCRYPTION_KEY;
    process.env.ENCRYPTION_KEY = randomBytes(32).toString("base64");
    expect(await countStoredSecrets()).toMatchObject({ old: 1, unreadable: 0, plain: 0 });
    expect(await reencryptSecrets()).toBe(1);
    await signIn({ ...ada, code: RECOVERY_CODE });
  });

  it("accept invitations that were made before", async () => {
    expect(await describeMemberLink({ token: TOKEN })).toMatchObject({ asks_for: "own_password" });
    const join = { token: TOKEN, password, code: codeOf(secret, 1) };
    await redeemMemberLink(join, { origin: given.address });
    expect(await findSignedIn(SIGN_IN)).toMatchObject({ hasOtherOrganisations: true });
  });
});
