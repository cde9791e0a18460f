import { expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { systemDb, systemTx } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { ensureOrganisation } from "./organisation";
import { rotateSigningSecret, showSigningSecrets } from "./secrets";

useTestDatabase();

const OWNER = {
  memberId: newId("member"),
  email: "owner@eko.example",
  name: "Owner",
  role: "owner" as const,
};

async function setUp(name: string) {
  const organisationId = await systemTx((db) => ensureOrganisation(db, name));
  return { organisationId, mode: "test" as const, by: OWNER };
}

const deedsOf = async ({ organisationId }: { organisationId: string }) =>
  (
    await systemDb().sql<{ action: string }[]>`
      select action from audit_entries where organisation_id = ${organisationId} order by id`
  ).map(({ action }) => action);

test("a member sees the secret in force, and the audit log says who looked", async () => {
  const scope = await setUp("Looked at");
  expect(await showSigningSecrets(scope)).toMatchObject([
    { secret: expect.stringMatching(/^whsec_/), retiresAt: null },
  ]);
  expect(await deedsOf(scope)).toEqual(["showed_secret"]);
});

test("a rotated secret signs beside the new one for a day; nobody else's changes", async () => {
  const scope = await setUp("Rotated");
  const bystander = await setUp("Bystander");
  const [before] = await showSigningSecrets(scope);
  const untouched = await showSigningSecrets(bystander);
  const [inForce, old] = await rotateSigningSecret(scope);
  expect(inForce?.secret).not.toBe(before?.secret);
  expect(old?.secret).toBe(before?.secret);
  const hours = ((old?.retiresAt?.getTime() ?? 0) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(await showSigningSecrets(bystander)).toEqual(untouched);
  expect(await deedsOf(scope)).toEqual(["showed_secret", "rotated_secret"]);
});

test("two rotations at once leave one secret in force", async () => {
  const scope = await setUp("Twice");
  await Promise.all([rotateSigningSecret(scope), rotateSigningSecret(scope)]);
  const secrets = await showSigningSecrets(scope);
  expect(secrets.filter(({ retiresAt }) => retiresAt === null)).toHaveLength(1);
  expect(secrets).toHaveLength(3);
});
