/** Guarantee: a file holds exactly what the filters leave, comes to what the screen says, and runs nowhere. */
import { strFromU8, unzipSync } from "fflate";
import { beforeEach, expect, test } from "vitest";
import { findPayments } from "@/lib/catalogue";
import { PaymentFilters } from "@/lib/catalogue/contract";
import { newId } from "@/lib/core/ids";
import { formatKobo } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import { systemDb, systemTx } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { fillSession } from "@/lib/testing/fill";
import { recordCredit } from "@/lib/transactions";
import { incoming, openTestSession } from "@/lib/transactions/testing/sessions";
import { csvCell } from "./csv";
import { exportPayments } from "./index";

useTestDatabase();

let session: Awaited<ReturnType<typeof openTestSession>>;
let member: Scope;
beforeEach(async () => {
  session = await openTestSession();
  const by = { memberId: newId("member"), email: "ada@example.com", name: "Ada", role: "owner" as const };
  member = { ...session.scope, by };
});

const take = async (format: "csv" | "xlsx", asked: Record<string, string> = {}) => {
  const filters = PaymentFilters.parse(asked);
  const file = await exportPayments(member, { sessionId: session.sessionId, filters, format });
  const pieces: Uint8Array[] = [];
  for await (const piece of file.bytes) pieces.push(piece);
  return { version: file.version, pieces, bytes: Buffer.concat(pieces) };
};

/** Reads CSV by RFC 4180. */
function parseCsv(text: string): string[][] {
  const cells = text.replace(/^\ufeff/, "").matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|$)/g);
  const rows: string[][] = [[]];
  for (const [whole, cell = "", end] of cells) {
    if (whole === "") break;
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === "\r\n") rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

const UNESCAPED: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };
function parseXlsx(bytes: Uint8Array): string[][] {
  const sheet = strFromU8(unzipSync(bytes)["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  expect(sheet).not.toContain("<f");
  return [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<c[^>]*>(?:<is><t[^>]*>(.*?)<\/t><\/is>|<v>(.*?)<\/v>)<\/c>/gs)].map(
      ([, text, value]) => (text ?? value ?? "").replace(/&(amp|lt|gt);/g, (sign) => UNESCAPED[sign] ?? ""),
    ),
  );
}

const HOSTILE = {
  senderName: `=cmd|'/c calc'!A0`,
  narration: '<img src=x onerror="alert(1)">, "quoted"\r\n+1',
  bankRef: "000013111808004789",
  senderBankName: "@SUM(A1)",
};

test("what payers wrote is text in either file, and long numbers keep their digits", async () => {
  await recordCredit(incoming({ account: session.account, ...HOSTILE }));
  const [, csv] = parseCsv((await take("csv")).bytes.toString("utf8"));
  expect(csv?.[3]).toBe(`'=cmd|'/c calc'!A0`);
  expect(csv?.[7]).toBe(HOSTILE.narration);
  expect(csv?.[14]).toBe(HOSTILE.bankRef);
  const [, sheet] = parseXlsx((await take("xlsx")).bytes);
  expect([sheet?.[3], sheet?.[7], sheet?.[12], sheet?.[14]]).toEqual([
    HOSTILE.senderName,
    HOSTILE.narration,
    "100.00",
    HOSTILE.bankRef,
  ]);
  expect(csv?.slice(1, 3)).toEqual(["2026-11-20 10:15:30", "2026-11-20T09:15:30.000Z"]);
  expect((await take("csv")).bytes.toString("utf8")).not.toContain("0123456789");
});

test.each(["=1+1", "+1", "-1", "@x", "\t=1", " =1", "\r=1", "＝1"])("%j is led by an apostrophe", (text) => {
  expect(csvCell(text).replace(/^"/, "")).toMatch(/^'/);
});

test("both files hold what the screen shows, to the kobo and of its version", async () => {
  const { sessionId } = session;
  await systemTx((db) => fillSession(db, { sessionId, count: 4_500 }));
  const asked = { channel: "pos", status: "successful,failed" };
  const screen = await findPayments(session.scope, sessionId, PaymentFilters.parse(asked), { limit: 1 });
  const csv = await take("csv", asked);
  const rows = parseCsv(csv.bytes.toString("utf8"));
  const listed = rows.slice(1, -4);
  expect(csv.pieces.length).toBeGreaterThan(3);
  expect(Number(csv.version)).toBe(screen.version);
  expect(listed).toHaveLength((screen.totals?.successful.count ?? 0) + (screen.totals?.failed.count ?? 0));
  expect(listed.map(([number]) => Number(number))).toEqual(
    listed.map(([number]) => Number(number)).toSorted((a, b) => b - a),
  );
  const total = rows.at(-4);
  expect([total?.[0], total?.[1], total?.[12]]).toEqual([
    "Total taken",
    `${screen.totals?.successful.count} payments`,
    formatKobo(screen.totals?.successful.amount ?? 0n),
  ]);
  expect(rows.at(-1)?.slice(0, 2)).toEqual(["Event version", String(screen.version)]);
  expect(parseXlsx((await take("xlsx", asked)).bytes)).toEqual(rows);
});

test("who takes payments away is written down, without what they searched for", async () => {
  await recordCredit(incoming({ account: session.account }));
  await take("csv", { q: "0123456789" });
  const deeds = await systemDb()
    .sql`select action, details from audit_entries where session_id = ${session.sessionId}`;
  expect(deeds).toEqual([{ action: "exported", details: { format: "csv", filters: "q" } }]);
});

test("a file that nobody takes any more holds no connection, and a stranger gets none", async () => {
  const { sessionId } = session;
  await systemTx((db) => fillSession(db, { sessionId, count: 4_500 }));
  const filters = PaymentFilters.parse({});
  const file = await exportPayments(member, { sessionId, filters, format: "csv" });
  await file.bytes.next();
  await file.bytes.return(undefined);
  await expect
    .poll(
      async () =>
        await systemDb()
          .sql`select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
    )
    .toHaveLength(0);
  const stranger = await openTestSession();
  const taking = exportPayments(stranger.scope, { sessionId, filters, format: "csv" });
  await expect(taking).rejects.toMatchObject({ code: "not_found" });
});
