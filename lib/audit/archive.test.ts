/** Guarantee: an archive has every audit entry before its time, no change of it goes unnoticed, and the log keeps them all. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/ids";
import { COMMAND_LINE, type Scope } from "@/lib/core/scope";
import { DAY_MS } from "@/lib/core/time/durations";
import { systemDb, systemTx } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { archiveAuditLog, checkAuditArchive, recordAudit } from "./index";

useTestDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), "takings-archive-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BEFORE = new Date("2026-06-01T00:00:00.000Z");
const NOTE = "₦\n\u2028";

const newScope = (): Scope => ({ ...COMMAND_LINE, organisationId: newId("organisation"), mode: "test" });
const newFile = () => path.join(folder, newId("request"));

/** Writes entries on successive days up to the last day before `BEFORE`, and one at that time. */
async function writeEntries(scope: Scope, count: number): Promise<void> {
  await systemTx(async (db) => {
    for (let day = count; day >= 0; day--) {
      const at = new Date(BEFORE.getTime() - day * DAY_MS);
      await recordAudit(db, scope, {
        action: "issued_key",
        subject: `key_${day}`,
        details: { note: NOTE },
        at,
      });
    }
  });
}

const countEntries = async ({ organisationId }: Scope) => {
  const [row] = await systemDb().sql<{ count: number }[]>`
    select count(*)::int as count from audit_entries where organisation_id = ${organisationId}`;
  return row?.count;
};

describe("an archive of the audit log", () => {
  it("has the organisation's entries before its time, oldest first, which stay in the log with one about it", async () => {
    const scope = newScope();
    await writeEntries(scope, 1_203);
    await writeEntries(newScope(), 2);
    const file = newFile();
    const written = await archiveAuditLog(scope, { before: BEFORE, file });
    expect(written).toMatchObject({ file, entries: 1_203 });
    const lines = readFileSync(file, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ id }) => id)).toEqual(lines.map(({ id }) => id).toSorted());
    expect(new Set(lines.map(({ subject }) => subject))).toEqual(
      new Set(Array.from({ length: 1_203 }, (_, index) => `key_${index + 1}`)),
    );
    expect(new Set(lines.map((line) => line.organisation_id))).toEqual(new Set([scope.organisationId]));
    expect(lines.at(-1)).toMatchObject({ hash: written.hash, details: { note: NOTE }, member_id: null });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await countEntries(scope)).toBe(1_203 + 2);
    expect(await checkAuditArchive(scope, file)).toEqual({ ...written, brokenAt: null, isRecorded: true });
  });

  it("of no entries is an empty file", async () => {
    const scope = newScope();
    const written = await archiveAuditLog(scope, { before: BEFORE, file: newFile() });
    expect(readFileSync(written.file, "utf8")).toBe("");
    expect(await checkAuditArchive(scope, written.file)).toMatchObject({ entries: 0, isRecorded: true });
  });

  it("with a changed, removed, added or moved line is broken there, or not the recorded one", async () => {
    const scope = newScope();
    await writeEntries(scope, 5);
    const { file } = await archiveAuditLog(scope, { before: BEFORE, file: newFile() });
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    const check = async (changed: readonly string[]) => {
      const other = newFile();
      writeFileSync(other, changed.map((line) => `${line}\n`).join(""));
      const { brokenAt, isRecorded } = await checkAuditArchive(scope, other);
      return brokenAt ?? isRecorded;
    };
    expect(await check(lines)).toBe(true);
    expect(await check(lines.with(2, lines[2]?.replace("issued_key", "rotated_key") ?? ""))).toBe(3);
    expect(await check(lines.toSpliced(1, 1))).toBe(2);
    expect(await check(lines.toSpliced(0, 1))).toBe(1);
    expect(await check(lines.toSpliced(4, 0, lines[4] ?? ""))).toBe(6);
    expect(await check(lines.toReversed())).toBe(1);
    expect(await check([...lines, "{}"])).toBe(6);
    // A shorter chain is a chain: the entry in the log has the number and the last hash.
    expect(await check(lines.slice(0, 4))).toBe(false);
    expect((await checkAuditArchive(newScope(), file)).brokenAt).toBe(1);
  });

  it("is refused for a time to come and for a file that exists, and leaves nothing", async () => {
    const scope = newScope();
    const file = newFile();
    const early = archiveAuditLog(scope, { before: new Date(Date.now() + 60_000), file });
    await expect(early).rejects.toMatchObject({ code: "invalid_request" });
    writeFileSync(file, "kept");
    const existing = archiveAuditLog(scope, { before: BEFORE, file });
    await expect(existing).rejects.toMatchObject({ code: "conflict" });
    expect(readFileSync(file, "utf8")).toBe("kept");
    expect(await countEntries(scope)).toBe(0);
  });
});
