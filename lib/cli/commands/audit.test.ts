import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type Id, newId } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { addOperator } from "@/lib/operators";
import { useTestDatabase } from "@/lib/testing/database";
import { makeDeliveries } from "@/lib/webhooks/testing/deliveries";
import { COMMAND_LINE_ACTOR, readAudit, sessionWithTerminal } from "../testing/organisation";
import { takings } from "../testing/takings";

useTestDatabase();

describe("audit of the command line", () => {
  it("changes to an organisation are in its audit log", async () => {
    const { value } = await takings("keys issue --organisation Audited");
    const { key_id: rotated } = (await takings(`keys rotate --key ${value.key_id} --overlap 1h`)).value;
    await takings(`keys revoke --key ${rotated}`);
    await takings("secrets show --organisation Audited");
    await takings("secrets rotate --organisation Audited");
    await takings("members add --organisation Audited --email a@audited.test", "a password given");
    await takings("members reset --organisation Audited --email a@audited.test");
    const owner = value.organisation_id;
    await makeDeliveries({ organisationId: owner, url: "https://audited.example/hook" });
    const [endpoint] = (await takings("endpoints list --organisation Audited")).value;
    await takings(`endpoints pause --organisation Audited --endpoint ${endpoint.id}`);
    await takings(`endpoints resume --organisation Audited --endpoint ${endpoint.id}`);
    const entries = await readAudit(owner);
    expect(entries.map(({ action }) => action)).toEqual([
      "issued_key",
      "rotated_key",
      "revoked_key",
      "showed_secret",
      "rotated_secret",
      "added_member",
      "reset_member",
      "paused_webhook_endpoint",
      "resumed_webhook_endpoint",
    ]);
    expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set([COMMAND_LINE_ACTOR]));
    expect(JSON.stringify(entries)).not.toContain(value.api_key);
  });

  it("operators assign, terminals pair and unpair, and exceptions note are in the organisation's audit log", async () => {
    const { sessionId, terminalId } = await sessionWithTerminal();
    const [session] = await systemDb().sql<{ organisationId: Id<"organisation"> }[]>`
      select organisation_id from sessions where session_id = ${sessionId}`;
    const organisationId = session?.organisationId ?? newId("organisation");
    const { id: operatorId } = await addOperator({ organisationId, mode: "test" }, sessionId, {
      name: "Ada",
      email: undefined,
      phone: undefined,
      role: undefined,
    });
    await takings(`operators assign --terminal ${terminalId} --operator ${operatorId}`);
    await takings(`terminals pair --terminal ${terminalId} --device SN-audited`);
    await takings(`terminals unpair --terminal ${terminalId}`);
    const exceptionId = newId("exception");
    await systemDb().sql`
      insert into exceptions (id, mode, provider, bank_connection_id, reason, correlation_key, dedupe_key, amount, detail,
        notification_id, created_at, organisation_id, session_id)
      values (${exceptionId}, 'test', 'paystack', 'bnk_paystack', 'session_closed', 'ref', ${exceptionId}, 100, 'closed',
        ${newId("notification")}, now(), ${organisationId}, ${sessionId})`;
    await takings(`exceptions note --exception ${exceptionId} --note agreed`);
    const by = { actor: COMMAND_LINE_ACTOR, origin: os.hostname() };
    expect((await readAudit(organisationId)).slice(-4)).toMatchObject([
      { ...by, action: "assigned_operator", details: { operator: "Ada", payments: "0" } },
      { ...by, action: "paired_device", details: { device: "SN-audited" } },
      { ...by, action: "unpaired_device" },
      { ...by, action: "resolved_exception", details: { resolution: "dismissed" } },
    ]);
    await systemDb().sql`delete from exceptions where id = ${exceptionId}`;
  });

  it("members add rejects a common password, and members reset-second-factor removes the second factor", async () => {
    await takings("keys issue --organisation Factors");
    const add = "members add --organisation Factors --email a@factors.test";
    const refused = await takings(add, "1234567890\n");
    expect(refused).toMatchObject({
      exitCode: 1,
      value: { error: { code: "invalid_request", message: expect.stringMatching(/easy to guess/) } },
    });
    const { member_id: memberId, organisation_id: organisationId } = (await takings(add)).value;
    const reset = "members reset-second-factor --organisation Factors --email A@factors.test";
    expect((await takings(reset)).value.error.code).toBe("conflict");
    await systemDb().sql`
      insert into second_factors (person_id, bound_to, secret, last_step, recovery_hashes)
      select person_id, person_id, 'v1.a.b', 1, '{}' from members where id = ${memberId}`;
    expect((await takings(reset)).value).toEqual({
      member_id: memberId,
      organisation_id: organisationId,
      email: "a@factors.test",
      role: "owner",
    });
    expect(await systemDb().sql`select from second_factors`).toHaveLength(0);
    expect((await readAudit(organisationId)).at(-1)).toMatchObject({
      action: "reset_second_factor",
      actor: COMMAND_LINE_ACTOR,
      details: { email: "a@factors.test", of: "owner" },
    });
  });

  it("audit archive writes a file that audit check accepts until a line is changed", async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "takings-audit-"));
    const file = path.join(folder, "audit.ndjson");
    const { organisation_id: organisationId } = (await takings("keys issue --organisation Archived")).value;
    await systemDb().sql`
      insert into audit_entries (id, organisation_id, actor, action, subject, details, at)
      values (${newId("auditEntry")}, ${organisationId}, 'Ada', 'issued_key', 'key_1', '{}', '2026-01-31T12:00:00Z')`;
    const archive = `audit archive --organisation Archived --before 2026-02-01T00:00:00Z --to ${file}`;
    const archived = await takings(archive);
    expect(archived).toMatchObject({ exitCode: 0, value: { file, entries: 1 } });
    expect((await takings(archive)).value.error.code).toBe("conflict");
    expect((await readAudit(organisationId)).at(-1)).toMatchObject({
      action: "archived_audit_log",
      actor: COMMAND_LINE_ACTOR,
      details: { before: "2026-02-01T00:00:00.000Z", entries: "1", hash: archived.value.hash },
    });
    const check = () => takings(`audit check --organisation Archived --file ${file}`);
    expect(await check()).toMatchObject({ exitCode: 0, value: { broken_at: null, is_recorded: true } });
    writeFileSync(file, readFileSync(file, "utf8").replace("Ada", "Bob"));
    expect(await check()).toMatchObject({ exitCode: 1, value: { broken_at: 1, is_recorded: false } });
    rmSync(folder, { recursive: true });
  });
});
