/** Guarantee: the operator manages bank connections by commands; credentials are read from stdin or a file and never printed. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { findStoredConnection } from "@/lib/bank";
import { paystackCredentials, startLivePaystack } from "@/lib/bank-connections/testing/paystack";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { takings } from "../../testing/takings";

const OURS = "sk_live_ours_0123456789";
const NEXT = "sk_live_next_0123456789";
const bank = await startLivePaystack(["sk_live_deployment", OURS, NEXT]);
const folder = mkdtempSync(path.join(os.tmpdir(), "connections-"));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await bank.close();
});
useTestDatabase();

const lines = (secret: string) =>
  Object.entries(paystackCredentials(secret))
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");
const grantOf = async (organisationId: string) => {
  const [grant] = await systemDb().sql`
    select may_use_deployment, share from bank_grants where organisation_id = ${organisationId}`;
  return grant;
};

it("add tries credentials from stdin, rotate replaces them from a file, and nothing prints them", async () => {
  await takings("keys issue --organisation Eko --mode live --without-deployment-account");
  const add = "connections add --organisation Eko --provider paystack";
  expect((await takings(add, lines("sk_live_wrong_0123456789"))).value).toMatchObject({
    error: { code: "bank_refused", message: expect.stringContaining("Invalid key") },
  });
  const added = await takings(add, lines(OURS));
  const { connection_id: id, webhook_url: url } = added.value;
  expect(added).toMatchObject({ exitCode: 0, value: { is_default: true, result: "accepted" } });
  const file = path.join(folder, "next.env");
  writeFileSync(file, `PAYSTACK_SECRET_KEY=${NEXT}\n`);
  const rotated = await takings(`connections rotate --connection ${id} --file ${file} --overlap 1h`);
  expect(rotated.value).toMatchObject({ result: "accepted", old_secret_retires_at: expect.any(String) });
  expect((await findStoredConnection(id))?.secrets).toEqual([NEXT, OURS]);
  await takings(`connections default --connection ${id}`);
  const listed = await takings("connections list --organisation Eko");
  expect(listed.value).toMatchObject([{ id, organisation: "Eko", webhook_url: url, is_default: true }]);
  await takings(`connections remove --connection ${id}`);
  expect((await takings("connections list")).value).toMatchObject([{ id, removed_at: expect.any(String) }]);
  for (const { value } of [added, rotated, listed]) expect(JSON.stringify(value)).not.toContain("sk_live");
});

it("share gives an organisation exactly one share, and allow the deployment's own account", async () => {
  const { value } = await takings("keys issue --organisation Ikeja --mode live");
  const of = value.organisation_id;
  expect(await grantOf(of)).toEqual({ mayUseDeployment: true, share: null });
  await takings("connections share --organisation Ikeja --paystack-subaccount ACCT_1");
  expect((await grantOf(of))?.share).toEqual({ provider: "paystack", subaccount: "ACCT_1" });
  const file = path.join(folder, "split.json");
  writeFileSync(
    file,
    JSON.stringify([{ subAccountCode: "MFY_SUB_1", splitPercentage: 90, feeBearer: true }]),
  );
  await takings(`connections share --organisation Ikeja --monnify-income-split ${file}`);
  expect((await grantOf(of))?.share).toMatchObject({
    provider: "monnify",
    incomeSplitConfig: [{ subAccountCode: "MFY_SUB_1", splitPercentage: 90, feeBearer: true }],
  });
  for (const wrong of [
    "",
    " --none --nomba-sub-account S",
    " --paystack-subaccount A --paystack-split-code B",
  ])
    expect((await takings(`connections share --organisation Ikeja${wrong}`)).exitCode).toBe(2);
  await takings("connections share --organisation Ikeja --none");
  await takings("connections allow --organisation Ikeja --revoke");
  expect(await grantOf(of)).toEqual({ mayUseDeployment: false, share: null });
  const actions = await systemDb().sql<{ action: string }[]>`
    select action from audit_entries where organisation_id = ${of} order by id`;
  expect(actions.map(({ action }) => action).sort()).toEqual(
    [
      ...["allowed_deployment_account", "issued_key", "forbade_deployment_account"],
      ...["changed_bank_share", "changed_bank_share", "changed_bank_share"],
    ].sort(),
  );
});
