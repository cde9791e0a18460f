import os from "node:os";
import { describe, expect, it } from "vitest";
import { type Id, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, asOrganisationTx, systemDb, systemTx } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { listAuditEntries, recordAudit, streamAuditEntries } from "./index";

useTestDatabase();

function newScope(): Scope {
  const actor = { memberId: newId("member"), email: "a@b.test", name: "A", role: "owner" as const };
  return { organisationId: newId("organisation"), mode: "test", actor };
}
const write = (scope: Scope, subject: string) =>
  systemTx((db) => recordAudit(db, scope, { action: "issued_key", subject }));

describe("the audit log", () => {
  it("a rolled-back action leaves no audit entry", async () => {
    const scope = newScope();
    const undone = asOrganisationTx(scope.organisationId, async (db) => {
      await recordAudit(db, scope, { action: "closed_event", subject: "ses_1" });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect((await listAuditEntries(scope, {})).entries).toEqual([]);
  });

  it("the request roles cannot update or delete entries", async () => {
    const scope = newScope();
    await write(scope, "key_1");
    const denied = { code: "42501" };
    const deniedBy = async (run: () => Promise<unknown>) =>
      run().catch((thrown: { cause?: unknown }) => (thrown.cause ?? thrown) as { code: string });
    const { organisationId } = scope;
    const asApp = (work: Parameters<typeof asOrganisation>[1]) => asOrganisation(organisationId, work);
    const attempts = [
      () => asApp(({ sql }) => sql`update audit_entries set actor = 'somebody else'`),
      () => asApp(({ sql }) => sql`delete from audit_entries`),
      () => asApp(({ sql }) => sql`truncate audit_entries`),
      async () => systemDb().sql`update audit_entries set actor = 'somebody else'`,
      async () => systemDb().sql`delete from audit_entries`,
      async () => systemDb().sql`truncate audit_entries`,
    ];
    for (const run of attempts) expect(await deniedBy(run)).toMatchObject(denied);
    expect((await listAuditEntries(scope, {})).entries).toMatchObject([
      { actor: "a@b.test", subject: "key_1" },
    ]);
  });

  it("an entry names actor and origin: a member's address, a key's name, the command line's user and host", async () => {
    const { organisationId, mode, actor } = newScope();
    const own = { organisationId, mode };
    await write({ ...own, actor, origin: "203.0.113.9" }, "of a member");
    const apiKey = { id: newId("apiKey"), name: "GatePass (tk_test_ab12…)" };
    await write({ ...own, apiKey, origin: "2001:db8::1" }, "of a key");
    await write({ ...own, isCommandLine: true }, "of the command line");
    await write(own, "without a caller");
    const { entries } = await listAuditEntries(own, {});
    const listed = entries.map(({ subject, actor, origin, details }) => ({
      subject,
      actor,
      origin,
      details,
    }));
    expect(new Set(listed)).toEqual(
      new Set([
        { subject: "of a member", actor: "a@b.test", origin: "203.0.113.9", details: {} },
        {
          subject: "of a key",
          actor: "API key GatePass (tk_test_ab12…)",
          origin: "2001:db8::1",
          details: { key: apiKey.id },
        },
        {
          subject: "of the command line",
          actor: `command line (${os.userInfo().username})`,
          origin: os.hostname(),
          details: {},
        },
      ]),
    );
  });

  it("entries are listed in pages, the latest first, without those of other organisations", async () => {
    const scope = newScope();
    await write(newScope(), "key_other");
    for (let index = 0; index < 35; index++) {
      await write(scope, `key_${index}`);
      // Ids of the same millisecond are unordered.
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const first = await listAuditEntries(scope, {});
    const second = await listAuditEntries(scope, { before: first.next as Id<"auditEntry"> });
    expect(second.next).toBeNull();
    const subjects = [...first.entries, ...second.entries].map(({ subject }) => subject);
    expect(subjects).toEqual(Array.from({ length: 35 }, (_, index) => `key_${34 - index}`));
  });
});

describe("filters of the audit log", () => {
  const subjectsOf = async (scope: Scope, filters: Parameters<typeof listAuditEntries>[1]) =>
    (await listAuditEntries(scope, filters)).entries.map(({ subject }) => subject).sort();

  it("find entries by words of actor, address, label, id and details, by area and by time", async () => {
    const scope = { ...newScope(), origin: "203.0.113.9" };
    const at = new Date("2026-03-01T12:00:00Z");
    await systemTx(async (db) => {
      await recordAudit(db, scope, {
        action: "issued_key",
        subject: "key_1",
        details: { name: "Gate 100%" },
      });
      await recordAudit(db, scope, { action: "closed_event", subject: "ses_2", at });
    });
    await write(newScope(), "key_other");
    expect(await subjectsOf(scope, {})).toEqual(["key_1", "ses_2"]);
    expect(await subjectsOf(scope, { q: "CLOSED an" })).toEqual(["ses_2"]);
    expect(await subjectsOf(scope, { q: "a@b.test key_1" })).toEqual(["key_1"]);
    expect(await subjectsOf(scope, { q: "203.0.113" })).toEqual(["key_1", "ses_2"]);
    expect(await subjectsOf(scope, { q: "100%" })).toEqual(["key_1"]);
    expect(await subjectsOf(scope, { q: "1_0%" })).toEqual([]);
    expect(await subjectsOf(scope, { area: "webhooks" })).toEqual(["key_1"]);
    expect(await subjectsOf(scope, { area: "webhooks", q: "closed" })).toEqual([]);
    expect(await subjectsOf(scope, { from: at, to: new Date(at.getTime() + 1) })).toEqual(["ses_2"]);
    expect(await subjectsOf(scope, { to: at })).toEqual([]);
  });

  it("limit the stream of an export in the same way, which has every entry once", async () => {
    const scope = newScope();
    await systemDb().sql`
      insert into audit_entries (id, organisation_id, actor, action, subject, details)
      select ${newId("auditEntry").slice(0, -6)} || lpad(n::text, 6, '0'), ${scope.organisationId}, 'a', 'issued_key', 'key_' || n, '{}'
      from generate_series(1, 1203) n`;
    await write(newScope(), "key_other");
    const streamed = async (filters: Parameters<typeof streamAuditEntries>[1]) => {
      const subjects: string[] = [];
      for await (const chunk of streamAuditEntries(scope, filters))
        subjects.push(...chunk.map(({ subject }) => subject));
      return subjects;
    };
    const all = Array.from({ length: 1203 }, (_, index) => `key_${1203 - index}`);
    expect(await streamed({ area: "webhooks" })).toEqual(all);
    expect(await streamed({ area: "banks" })).toEqual([]);
  });
});
