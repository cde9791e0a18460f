import { expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { systemDb, systemTx } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { ensureOrganisation } from "../organisation";
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
  return { organisationId, mode: "test" as const, actor: OWNER };
}

const listActions = async ({ organisationId }: { organisationId: string }) =>
  (
    await systemDb().sql<{ action: string }[]>`
      select action from audit_entries where organisation_id = ${organisationId} order by id`
  ).map(({ action }) => action);

test("showing the current secret is recorded in the audit log", async () => {
  const scope = await setUp("Looked at");
  expect(await showSigningSecrets(scope)).toMatchObject([
    { secret: expect.stringMatching(/^whsec_/), retiresAt: null },
  ]);
  expect(await listActions(scope)).toEqual(["showed_secret"]);
});

test("a rotated secret stays valid for a day beside the new one; other organisations' secrets do not change", async () => {
  const scope = await setUp("Rotated");
  const bystander = await setUp("Bystander");
  const [before] = await showSigningSecrets(scope);
  const untouched = await showSigningSecrets(bystander);
  const [current, old] = await rotateSigningSecret(scope);
  expect(current?.secret).not.toBe(before?.secret);
  expect(old?.secret).toBe(before?.secret);
  const hours = ((old?.retiresAt?.getTime() ?? 0) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(await showSigningSecrets(bystander)).toEqual(untouched);
  expect(await listActions(scope)).toEqual(["showed_secret", "rotated_secret"]);
});

test("two concurrent rotations leave one current secret", async () => {
  const scope = await setUp("Twice");
  await Promise.all([rotateSigningSecret(scope), rotateSigningSecret(scope)]);
  const secrets = await showSigningSecrets(scope);
  expect(secrets.filter(({ retiresAt }) => retiresAt === null)).toHaveLength(1);
  expect(secrets).toHaveLength(3);
});
