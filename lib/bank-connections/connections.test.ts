/** Guarantee: an organisation's credentials are tried, stored encrypted, never displayed, and only its own owner or the operator changes them. */
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { listAuditEntries } from "@/lib/audit";
import { findLiveConnection, findStoredConnection, listLiveConnections } from "@/lib/bank";
import { newId } from "@/lib/core/ids";
import { COMMAND_LINE, type Scope } from "@/lib/core/scope";
import { HOUR_MS } from "@/lib/core/time/durations";
import { systemDb } from "@/lib/db/client";
import { getFailure } from "@/lib/devices/testing/member";
import { countStoredSecrets, reencryptSecrets } from "@/lib/encryption";
import { useTestDatabase } from "@/lib/testing/database";
import {
  addConnection,
  listConnections,
  listOwnConnections,
  parseCredentialsText,
  removeConnection,
  rotateConnection,
  setDefaultConnection,
} from "./index";
import {
  createConnectedOrganisation,
  createOrganisation,
  paystackCredentials,
  startLivePaystack,
} from "./testing/paystack";

const OURS = "sk_live_ours_0123456789";
const THEIRS = "sk_live_theirs_0123456789";
const bank = await startLivePaystack(["sk_live_deployment", OURS, THEIRS]);
afterAll(() => bank.close());
useTestDatabase();

const add = (scope: Scope, secret: string) =>
  addConnection(scope, { provider: "paystack", credentials: paystackCredentials(secret) });
const addMoniepoint = (scope: Scope) =>
  addConnection(scope, {
    provider: "moniepoint",
    credentials: { MONIEPOINT_WEBHOOK_SECRET: "secret of a shop" },
  });
const secretsOf = async (id: `bnk_${string}`) => (await findStoredConnection(id))?.secrets;
const actionsOf = async (scope: Scope) =>
  (await listAuditEntries(scope, {})).entries.map(({ action }) => action);

let scope: Awaited<ReturnType<typeof createOrganisation>>;
beforeEach(async () => {
  scope = await createOrganisation();
});

describe("a new connection", () => {
  it("is saved after the bank has accepted the credentials, and is the default if it issues accounts", async () => {
    const added = await add(scope, OURS);
    expect(added).toMatchObject({ provider: "paystack", isDefault: true, result: "accepted" });
    expect(added.webhookUrl).toBe(`https://takings.example/api/webhooks/bank/${added.connectionId}`);
    expect(bank.requests.at(-1)).toMatchObject({ method: "GET", path: "/transaction" });
    const shop = await addMoniepoint(scope);
    expect(shop).toMatchObject({ isDefault: false, result: "not_tried" });
    const { connections } = await listOwnConnections(scope);
    expect(connections.map(({ provider, is_default }) => [provider, is_default])).toEqual([
      ["paystack", true],
      ["moniepoint", false],
    ]);
    expect(await actionsOf(scope)).toEqual(["added_bank_connection", "added_bank_connection"]);
  });

  it("is not saved if the bank refuses the credentials; the bank's reason is in the failure", async () => {
    const refused = await getFailure(add(scope, "sk_live_wrong_0123456789"));
    expect(refused).toMatchObject({ code: "bank_refused", detail: expect.stringContaining("Invalid key") });
    expect(refused?.detail).not.toContain("sk_live_wrong");
    bank.fail("GET /transaction", "dead");
    expect(await getFailure(add(scope, OURS))).toMatchObject({ code: "unavailable" });
    expect((await listOwnConnections(scope)).connections).toEqual([]);
  });

  it("needs all required credentials of its bank, and no others", async () => {
    const credentials = {
      PAYSTACK_SECRET_KEY: "short",
      PAYSTACK_CUSTOMER_EMAIL: "nobody",
      PAYSTACK_ASSIGN_ACCOUNTS: "yes",
      MONNIFY_API_KEY: "key",
    };
    await expect(addConnection(scope, { provider: "paystack", credentials })).rejects.toMatchObject({
      code: "invalid_request",
      faults: expect.arrayContaining(
        ["SECRET_KEY", "CUSTOMER_EMAIL", "ASSIGN_ACCOUNTS", "PREFERRED_BANK", "CUSTOMER_PHONE"].map((name) =>
          expect.objectContaining({ pointer: `/credentials/PAYSTACK_${name}` }),
        ),
      ),
    });
    await expect(addConnection(scope, { provider: "paystack", credentials })).rejects.toMatchObject({
      detail: expect.not.stringContaining("nobody"),
    });
    await expect(addConnection(scope, { provider: "no bank", credentials })).rejects.toMatchObject({
      code: "invalid_request",
    });
    await expect(
      addConnection(
        { ...scope, mode: "test" },
        { provider: "paystack", credentials: paystackCredentials(OURS) },
      ),
    ).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("is the organisation's only one at the bank, also if two are added at once", async () => {
    const attempts = await Promise.allSettled([add(scope, OURS), add(scope, OURS), add(scope, THEIRS)]);
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await getFailure(add(scope, OURS))).toMatchObject({ code: "conflict" });
    expect((await listOwnConnections(scope)).connections).toHaveLength(1);
  });
});

describe("the credentials of a connection", () => {
  it("are in no column in plain text and in no list", async () => {
    const { connectionId } = await add(scope, OURS);
    const [row] = await systemDb().sql<{ row: string }[]>`
      select b::text as row from bank_connections b where id = ${connectionId}`;
    const shown = [
      row?.row,
      JSON.stringify(await listOwnConnections(scope)),
      JSON.stringify(await listConnections({})),
    ];
    for (const text of shown) {
      expect(text).toContain(connectionId);
      for (const value of Object.values(paystackCredentials(OURS))) expect(text).not.toContain(value);
    }
  });

  it("are decrypted for calls to the bank, beside those of the deployment", async () => {
    const { connectionId } = await add(scope, OURS);
    const connection = await findLiveConnection(connectionId);
    expect(connection).toMatchObject({
      organisationId: scope.organisationId,
      provider: { name: "paystack" },
      context: { baseUrl: bank.baseUrl, credentials: paystackCredentials(OURS) },
    });
    const listed = await listLiveConnections();
    expect(listed.slice(0, 4).map(({ id }) => id)).toEqual(
      ["paystack", "monnify", "nomba", "moniepoint"].map((name) => `bnk_${name}`),
    );
    expect(listed.map(({ id }) => id)).toContain(connectionId);
    expect(await findLiveConnection(newId("bankConnection"))).toBeUndefined();
  });

  it("are valid in no other organisation's row", async () => {
    const own = await add(scope, OURS);
    const other = await createConnectedOrganisation(THEIRS);
    const { sql } = systemDb();
    await sql`
      update bank_connections b set credentials = (select credentials from bank_connections where id = ${own.connectionId})
      where id = ${other.connectionId}`;
    expect(await findStoredConnection(other.connectionId)).toBeUndefined();
    await sql`update bank_connections set removed_at = now(), credentials = null, is_default = false where id = ${other.connectionId}`;
    await sql`update bank_connections set organisation_id = ${other.scope.organisationId} where id = ${own.connectionId}`;
    expect(await findStoredConnection(own.connectionId)).toBeUndefined();
  });

  it("survive a change of the encryption key", async () => {
    const { connectionId } = await add(scope, OURS);
    const old = process.env.ENCRYPTION_KEY ?? "";
    process.env.ENCRYPTION_KEY = Buffer.alloc(32, 9).toString("base64");
    process.env.ENCRYPTION_OLD_KEYS = old;
    expect((await countStoredSecrets()).old).toBeGreaterThan(0);
    await reencryptSecrets();
    process.env.ENCRYPTION_OLD_KEYS = "";
    expect(await countStoredSecrets()).toMatchObject({ old: 0, unreadable: 0 });
    expect(await secretsOf(connectionId)).toEqual([OURS]);
  });
});

describe("rotation", () => {
  it("accepts the old verifying secret during the overlap, and calls the bank with the new one at once", async () => {
    const { connectionId } = await add(scope, OURS);
    const rotated = await rotateConnection(scope, {
      connectionId,
      credentials: { PAYSTACK_SECRET_KEY: THEIRS, PAYSTACK_CUSTOMER_PHONE: " " },
      overlapMs: HOUR_MS,
    });
    expect(rotated.result).toBe("accepted");
    expect(rotated.oldSecretRetiresAt?.getTime()).toBeGreaterThan(Date.now() + 0.9 * HOUR_MS);
    const connection = await findStoredConnection(connectionId);
    expect(connection?.secrets).toEqual([THEIRS, OURS]);
    expect(connection?.context.credentials).toEqual(paystackCredentials(THEIRS));
    const [listed] = (await listOwnConnections(scope)).connections;
    expect(listed?.old_secret_retires_at).toEqual(rotated.oldSecretRetiresAt);
  });

  it("ends the old secret when its time is over, and at once without an overlap", async () => {
    const { connectionId } = await add(scope, OURS);
    await rotateConnection(scope, {
      connectionId,
      credentials: { PAYSTACK_SECRET_KEY: THEIRS },
      overlapMs: 40,
    });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await secretsOf(connectionId)).toEqual([THEIRS]);
    await rotateConnection(scope, {
      connectionId,
      credentials: { PAYSTACK_SECRET_KEY: OURS },
      overlapMs: HOUR_MS,
    });
    await rotateConnection(scope, { connectionId, credentials: {}, overlapMs: 0 });
    expect(await secretsOf(connectionId)).toEqual([OURS]);
  });

  it("changes nothing if the bank refuses the new credentials", async () => {
    const { connectionId } = await add(scope, OURS);
    const credentials = { PAYSTACK_SECRET_KEY: "sk_live_wrong_0123456789" };
    expect(await getFailure(rotateConnection(scope, { connectionId, credentials }))).toMatchObject({
      code: "bank_refused",
    });
    expect(await secretsOf(connectionId)).toEqual([OURS]);
  });
});

describe("removal", () => {
  it("deletes the credentials and frees the bank for a new connection", async () => {
    const { connectionId } = await add(scope, OURS);
    await removeConnection(scope, { connectionId });
    expect(await findLiveConnection(connectionId)).toBeUndefined();
    const [row] = await systemDb().sql`
      select credentials, is_default from bank_connections where id = ${connectionId}`;
    expect(row).toEqual({ credentials: null, isDefault: false });
    expect((await add(scope, OURS)).isDefault).toBe(true);
    expect(await getFailure(removeConnection(scope, { connectionId }))).toMatchObject({ code: "not_found" });
  });
});

describe("another organisation's connection", () => {
  it("is unknown to every change, as are the deployment's own", async () => {
    const other = await createConnectedOrganisation(THEIRS);
    const shop = await addMoniepoint(scope);
    for (const connectionId of [
      other.connectionId,
      "bnk_paystack",
      "bnk_sandbox",
      newId("bankConnection"),
    ] as const) {
      for (const attempt of [
        () => rotateConnection(scope, { connectionId, credentials: { PAYSTACK_SECRET_KEY: OURS } }),
        () => setDefaultConnection(scope, { connectionId }),
        () => removeConnection(scope, { connectionId }),
      ])
        await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
    }
    expect(await secretsOf(other.connectionId)).toEqual([THEIRS]);
    expect((await listOwnConnections(scope)).connections.map(({ id }) => id)).toEqual([shop.connectionId]);
    await removeConnection(COMMAND_LINE, { connectionId: other.connectionId });
    expect(await findLiveConnection(other.connectionId)).toBeUndefined();
  });

  it("keeps its default when ours changes", async () => {
    const other = await createConnectedOrganisation(THEIRS);
    await add(scope, OURS);
    const shop = await addMoniepoint(scope);
    expect(await getFailure(setDefaultConnection(scope, shop))).toMatchObject({ code: "conflict" });
    const [first] = (await listOwnConnections(scope)).connections;
    await setDefaultConnection(scope, { connectionId: first?.id ?? "bnk_" });
    expect((await listOwnConnections(other.scope)).connections).toMatchObject([{ is_default: true }]);
  });
});

describe("a file of credentials", () => {
  it("has lines NAME=VALUE or is one JSON object", () => {
    const text = '# Paystack\nexport PAYSTACK_SECRET_KEY=sk_live_1\nPAYSTACK_CUSTOMER_LAST_NAME="Obi Ada"\n';
    const values = { PAYSTACK_SECRET_KEY: "sk_live_1", PAYSTACK_CUSTOMER_LAST_NAME: "Obi Ada" };
    expect(parseCredentialsText(text)).toEqual(values);
    expect(parseCredentialsText(JSON.stringify(values))).toEqual(values);
  });

  it.each(["", "sk_live_1", '{"PAYSTACK_SECRET_KEY":1}', '{"a":', "A=1\nsk_live_1"])(
    "is refused without naming a value: %j",
    (text) => {
      expect(() => parseCredentialsText(text)).toThrow(/NAME=VALUE|JSON/);
      expect(() => parseCredentialsText(text)).not.toThrow(/sk_live_1/);
    },
  );
});
