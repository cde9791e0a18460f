/** Guarantee: a file contains exactly the filtered payments with the screen's totals, and no formula. */
import { strFromU8, unzipSync } from "fflate";
import { beforeEach, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { formatKobo, parseNaira } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import { systemDb, systemTx } from "@/lib/db/client";
import { findPayments } from "@/lib/payment-search";
import { PaymentFilters } from "@/lib/payment-search/contract";
import { useTestDatabase } from "@/lib/testing/database";
import { fillSession } from "@/lib/testing/fill-session";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { formatCsvCell } from "./csv";
import { exportPayments } from "./index";

useTestDatabase();

let session: Awaited<ReturnType<typeof openTestSession>>;
let member: Scope;
beforeEach(async () => {
  session = await openTestSession();
  const actor = { memberId: newId("member"), email: "ada@example.com", name: "Ada", role: "owner" as const };
  member = { ...session.scope, actor };
});

const download = async (format: "csv" | "xlsx", query: Record<string, string> = {}) => {
  const filters = PaymentFilters.parse(query);
  const file = await exportPayments(member, { sessionId: session.sessionId, filters, format });
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.bytes) chunks.push(chunk);
  return { version: file.version, chunks, bytes: Buffer.concat(chunks) };
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

const UNESCAPED: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };
const unescaped = (text: string) => text.replace(/&(amp|lt|gt|quot);/g, (sign) => UNESCAPED[sign] ?? "");

/** A cell as a spreadsheet reads it: a text, or a number with its display format. */
type Cell = string | { value: string; format: string };
const BUILT_IN: Record<string, string> = { 0: "General", 1: "0", 4: "#,##0.00" };

/** Reads a workbook: the name, the XML and the rows of each sheet, with the cells by column letter. */
function parseXlsx(bytes: Uint8Array) {
  const files = unzipSync(bytes);
  const read = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const styles = read("xl/styles.xml");
  const formats = new Map(Object.entries(BUILT_IN));
  for (const [, id = "", code = ""] of styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="(.*?)"/g))
    formats.set(id, code.replaceAll("\\", ""));
  const cellXfs = /<cellXfs.*?<\/cellXfs>/s.exec(styles)?.[0] ?? "";
  const xfs = [...cellXfs.matchAll(/<xf\b([^>]*)>/g)].map(([, attributes = ""]) =>
    formats.get(/numFmtId="(\d+)"/.exec(attributes)?.[1] ?? "0"),
  );
  const relations = read("xl/_rels/workbook.xml.rels");
  const sheets = [...read("xl/workbook.xml").matchAll(/<sheet name="(.*?)" .*?r:id="(.*?)"/g)];
  return sheets.map(([, name = "", id]) => {
    const target = new RegExp(`Id="${id}"[^>]*Target="(.*?)"`).exec(relations)?.[1];
    const xml = read(`xl/${target}`);
    expect(xml).not.toContain("<f");
    const rows = [...xml.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row = ""]) => cellsOf(row, xfs));
    return { name, xml, rows };
  });
}

function cellsOf(row: string, formats: (string | undefined)[]): Record<string, Cell> {
  const cells = row.matchAll(
    /<c r="([A-Z])\d+"([^>]*)>(?:<is><t[^>]*>(.*?)<\/t><\/is>|<v>(.*?)<\/v>)<\/c>/gs,
  );
  return Object.fromEntries(
    [...cells].map(([, letter = "", attributes = "", text, value = ""]) => {
      const style = Number(/s="(\d+)"/.exec(attributes)?.[1] ?? 0);
      return [letter, text === undefined ? { value, format: formats[style] ?? "" } : unescaped(text)];
    }),
  );
}

/** The time that a spreadsheet shows for a serial number. */
const displayedTime = (serial: string) =>
  new Date(Math.round(Number(serial) * 86_400) * 1_000 + Date.UTC(1899, 11, 30)).toISOString().slice(0, 19);
const valueIn = (cell: Cell | undefined) => (typeof cell === "object" ? cell.value : (cell ?? ""));

const HOSTILE = {
  senderName: `=cmd|'/c calc'!A0`,
  narration: '<img src=x onerror="alert(1)">, "quoted"\r\n+1',
  bankRef: "000013111808004789",
  senderBankName: "@SUM(A1)",
};

test("payers' texts are plain text in both formats, and long numbers keep their digits", async () => {
  await recordCredit(createIncomingCredit({ account: session.account, ...HOSTILE }));
  const [, csv] = parseCsv((await download("csv")).bytes.toString("utf8"));
  expect(csv?.[3]).toBe(`'=cmd|'/c calc'!A0`);
  expect(csv?.[7]).toBe(HOSTILE.narration.replace("+1", "'+1"));
  expect(csv?.[14]).toBe(HOSTILE.bankRef);
  const [, row] = parseXlsx((await download("xlsx")).bytes)[0]?.rows ?? [];
  expect([row?.D, row?.H, row?.O]).toEqual([HOSTILE.senderName, HOSTILE.narration, HOSTILE.bankRef]);
  expect(csv?.slice(1, 3)).toEqual(["2026-11-20 10:15:30", "2026-11-20T09:15:30.000Z"]);
  expect((await download("csv")).bytes.toString("utf8")).not.toContain("0123456789");
});

test.each(["=1+1", "+1", "-1", "@x", "\t=1", " =1", "\r=1", "＝1"])(
  "%j is prefixed with an apostrophe",
  (text) => {
    expect(formatCsvCell(text).replace(/^"/, "")).toMatch(/^'/);
  },
);

test.each([
  "rice;=1+1",
  "rice; @SUM(A1)",
  "rice\t+1",
  "rice\r-1",
  "rice\n=1",
  'rice;"=1+1"',
  "a;b;＝1",
  ";;=1",
  "\n\n\t =1",
])("%j starts no formula in a spreadsheet that separates by commas, semicolons or tabs", (text) => {
  const line = `1,${formatCsvCell(text)},2`;
  for (const separator of [",", ";", "\t"]) {
    const cells = line.split(separator).flatMap((cell) => cell.split(/[\r\n]/));
    for (const cell of cells) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/);
  }
});

test("a text with many separators is escaped in linear time", () => {
  const startedAt = performance.now();
  formatCsvCell("\n;\t".repeat(200_000));
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

test("a workbook contains typed numbers and dates with formats, and titles that name the time zone", async () => {
  const paidAt = new Date("2026-11-19T23:30:59.900Z");
  await recordCredit(createIncomingCredit({ account: session.account, amount: 1_250_050n, paidAt }));
  await systemDb().sql`
    update transactions set settled_on = '2026-11-20' where session_id = ${session.sessionId}`;
  const [payments] = parseXlsx((await download("xlsx")).bytes);
  const [titles, row] = payments?.rows ?? [];
  expect([titles?.B, titles?.C, titles?.P, titles?.Q]).toEqual([
    "Payment time (Africa/Lagos)",
    "Payment time (UTC)",
    "Recorded (Africa/Lagos)",
    "Recorded (UTC)",
  ]);
  expect(row).toMatchObject({
    A: { value: "1", format: "0" },
    B: { format: "yyyy-mm-dd hh:mm:ss" },
    M: { value: "12500.50", format: "#,##0.00" },
    P: { format: "yyyy-mm-dd hh:mm:ss" },
    R: { format: "yyyy-mm-dd" },
  });
  expect([row?.B, row?.C, row?.R].map((cell) => displayedTime(valueIn(cell)))).toEqual([
    "2026-11-20T00:30:59",
    "2026-11-19T23:30:59",
    "2026-11-20T00:00:00",
  ]);
  expect(payments?.xml).toContain(
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
  );
  expect(payments?.xml.match(/<col min="\d+" max="\d+" width="\d+" customWidth="1"\/>/g)).toHaveLength(22);
});

test("an amount or a time that a spreadsheet cannot hold exactly is text", async () => {
  await recordCredit(createIncomingCredit({ account: session.account, amount: 900_000_000_000_000_001n }));
  await systemDb().sql`
    update transactions set paid_at = '0001-01-01Z' where session_id = ${session.sessionId}`;
  const [, row] = parseXlsx((await download("xlsx")).bytes)[0]?.rows ?? [];
  expect([row?.C, row?.M]).toEqual(["0001-01-01 00:00:00", "9000000000000000.01"]);
});

test.each(["csv", "xlsx"] as const)(
  "the amounts of the successful rows of %s add up to the inflow",
  async (format) => {
    const { account } = session;
    for (const amount of [100n, 250n]) await recordCredit(createIncomingCredit({ account, amount }));
    await recordCredit(createIncomingCredit({ account, amount: 70n, status: "failed" }));
    const { bytes } = await download(format);
    const rows =
      format === "csv"
        ? parseCsv(bytes.toString("utf8")).map((cells) => [cells[11], cells[12] ?? ""])
        : (parseXlsx(bytes)[0]?.rows ?? []).map(({ L, M }) => [valueIn(L), valueIn(M)]);
    expect(rows).toHaveLength(4);
    const successful = rows.filter(([status]) => status === "successful");
    expect(successful.reduce((sum, [, amount]) => sum + (parseNaira(amount ?? "") ?? 0n), 0n)).toBe(350n);
  },
);

test("both formats match the screen's rows, totals and version", async () => {
  const { sessionId } = session;
  await systemTx((db) => fillSession(db, { sessionId, count: 4_500 }));
  const query = { channel: "pos", status: "successful,failed" };
  const screen = await findPayments(session.scope, sessionId, PaymentFilters.parse(query), { limit: 1 });
  const csv = await download("csv", query);
  const rows = parseCsv(csv.bytes.toString("utf8"));
  const listed = rows.slice(1);
  expect(csv.chunks.length).toBeGreaterThan(3);
  expect(Number(csv.version)).toBe(screen.version);
  expect(listed).toHaveLength((screen.totals?.successful.count ?? 0) + (screen.totals?.failed.count ?? 0));
  expect(listed.map(([number]) => Number(number))).toEqual(
    listed.map(([number]) => Number(number)).toSorted((a, b) => b - a),
  );
  const [payments, totals] = parseXlsx((await download("xlsx", query)).bytes);
  const plain = payments?.rows.slice(1).map(({ A, L, M, S }) => [A, L, M, S].map(valueIn));
  expect(plain).toEqual(listed.map((cells) => [0, 11, 12, 18].map((column) => cells[column] ?? "")));
  const line = ({ count, amount } = { count: 0, amount: 0n }) => ({
    B: { value: String(count), format: "0" },
    C: { value: formatKobo(amount), format: "#,##0.00" },
  });
  expect([payments?.name, totals?.name]).toEqual(["Payments", "Totals"]);
  expect(totals?.rows).toMatchObject([
    { A: "Totals", B: "Payments", C: "Amount" },
    { A: "Taken (successful)", ...line(screen.totals?.successful) },
    { A: "Pending, not counted", ...line() },
    { A: "Failed, not counted", ...line(screen.totals?.failed) },
    { A: "Event", B: "Afrobeats Night" },
    { A: "Event version", B: String(screen.version) },
  ]);
});

test("an export is recorded in the audit log without its search text", async () => {
  await recordCredit(createIncomingCredit({ account: session.account }));
  await download("csv", { q: "0123456789" });
  const entries = await systemDb()
    .sql`select action, details from audit_entries where session_id = ${session.sessionId}`;
  expect(entries).toEqual([{ action: "exported", details: { format: "csv", filters: "q" } }]);
});

test("an abandoned file holds no connection, and another organisation's event cannot be exported", async () => {
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
