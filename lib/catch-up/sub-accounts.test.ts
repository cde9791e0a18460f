/** Guarantee: payments into an organisation's sub-account at Nomba are found and settled, also after its share has ended. */

import { afterAll, expect, test } from "vitest";
import { startNombaEmulator } from "@/lib/bank/testing/emulators/nomba";
import { setBankShare } from "@/lib/bank-connections";
import { type Id, newId } from "@/lib/core/ids";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { LIVE_SETTINGS } from "@/lib/reconciliation/testing/bank";
import { pollSettlements } from "@/lib/settlement";
import { useTestDatabase } from "@/lib/testing/database";
import { openSessionOf } from "@/lib/transactions/testing/sessions";
import { readDueLists } from "./index";

const nomba = await startNombaEmulator({ clientId: "client", clientSecret: "secret", accountId: "parent" });
Object.assign(process.env, LIVE_SETTINGS, {
  ...{ BANK_PROVIDERS: "nomba", NOMBA_BASE_URL: nomba.baseUrl, NOMBA_SIGNATURE_KEY: "signature" },
  ...{ NOMBA_CLIENT_ID: "client", NOMBA_CLIENT_SECRET: "secret", NOMBA_ACCOUNT_ID: "parent" },
});
afterAll(() => nomba.close());
useTestDatabase();

const share = (organisationId: Id<"organisation">, subAccountId: string | null) =>
  setBankShare({ ...COMMAND_LINE, organisationId }, subAccountId && { provider: "nomba", subAccountId });

test("payments without a notification into accounts of present and ended shares are found and settled", async () => {
  const organisationId = newId("organisation");
  await systemDb().sql`insert into organisations (id, name) values (${organisationId}, 'Shares')`;
  const sessionIds: string[] = [];
  for (const subAccountId of ["first", "second", "first", "third"]) {
    await share(organisationId, null);
    await share(organisationId, subAccountId);
    const { sessionId, account } = await openSessionOf({ organisationId, mode: "live" });
    sessionIds.push(sessionId);
    nomba.ledger.pay(account, 500_000n, { key: sessionId, paidAt: new Date(Date.now() - 300_000) });
  }
  expect(nomba.accounts.map(({ subAccount }) => subAccount)).toEqual(["first", "second", "first", "third"]);
  await share(organisationId, null);
  const [grant] = await systemDb().sql`
    select former_sub_account_ids from bank_grants where organisation_id = ${organisationId}`;
  expect(grant).toEqual({ formerSubAccountIds: ["first", "second", "third"] });

  expect(await readDueLists()).toBe(4);
  await pollSettlements({ pauseMs: 0 });
  const rows = await systemDb().sql<{ sessionId: string; status: string; settledOn: unknown }[]>`
    select session_id, status, settled_on from transactions where organisation_id = ${organisationId}`;
  expect(rows.map(({ sessionId }) => sessionId).toSorted()).toEqual(sessionIds.toSorted());
  expect(rows.filter(({ status, settledOn }) => status !== "successful" || settledOn === null)).toEqual([]);
});
