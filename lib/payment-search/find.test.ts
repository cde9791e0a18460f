/** Guarantee: a search finds exactly the matching payments and their totals, whether or not they are indexed yet. */

import { beforeEach, expect, test } from "vitest";
import type { Id } from "@/lib/core/ids";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemTx } from "@/lib/db/client";
import { addOperator, assignOperator } from "@/lib/operators";
import { useTestDatabase } from "@/lib/testing/database";
import { fillSession } from "@/lib/testing/fill-session";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { PaymentFilters } from "./contract";
import { findPayments } from "./index";
import { indexNextTransactions } from "./index-transactions";

useTestDatabase();

let session: Awaited<ReturnType<typeof openTestSession>>;
beforeEach(async () => {
  session = await openTestSession();
});

type Filters = Partial<Record<keyof PaymentFilters, string>>;
const find = (filters: Filters = {}, page: { before?: number; limit?: number } = {}) =>
  findPayments(session.scope, session.sessionId, PaymentFilters.parse(filters), { limit: 50, ...page });
const names = async (q: string) => (await find({ q })).rows.map(({ sender_name: name }) => name);
const record = (credit: Parameters<typeof createIncomingCredit>[0] = {}) =>
  recordCredit(createIncomingCredit({ account: session.account, ...credit }));
const indexPayments = () => indexNextTransactions(session.sessionId);

async function addNamedOperator(name: string): Promise<Id<"operator">> {
  return (
    await addOperator(session.scope, session.sessionId, {
      name,
      email: undefined,
      phone: undefined,
      role: undefined,
    })
  ).id;
}

const SAMPLE_PAYMENT = {
  senderName: "CHINEDU OKONKWO",
  senderAccount: "0212344471",
  senderBankName: "Guaranty Trust Bank",
  narration: "VIP entry x2",
  bankRef: "000013111808004789",
  amount: 8_000_050n,
};

test.each([
  ["the payer", "okonk"],
  ["the payer's names in any order", "okonkwo chin"],
  ["part of an account number", "2344"],
  ["its end", "4471"],
  ["the bank", "guaranty"],
  ["the narration", "entry X2"],
  ["the reference", "1808004789"],
  ["the amount", "80000.50"],
  ["the amount as it is shown", "₦80,000.50"],
  ["whole naira", "80,000"],
  ["two letters, where a word starts with them", "ok"],
  ["one letter", "v"],
])("a payment is found by %s, before and after it is indexed", async (_, q) => {
  await record(SAMPLE_PAYMENT);
  await record({ amount: 100n });
  expect(await names(q)).toEqual(["CHINEDU OKONKWO"]);
  await indexPayments();
  expect(await names(q)).toEqual(["CHINEDU OKONKWO"]);
});

test.each([["konkwox"], ["nk"], ["80001"], ["vip chinedux"]])("%s finds nothing", async (q) => {
  await record(SAMPLE_PAYMENT);
  expect(await names(q)).toEqual([]);
  await indexPayments();
  expect(await names(q)).toEqual([]);
});

test.each([
  ["100% off", "100%"],
  ["under_score", "r_s"],
  ["back\\slash", "k\\s"],
  ["<img src=x onerror=alert(1)>", "<img src=x"],
  ["=cmd|'/c calc'!A0", "=cmd|"],
  ["'; drop table transactions; --", "'; drop"],
  ["\u202Egnorw\u202C", "\u202Egnorw"],
])("%s is searched as plain text, without wildcards", async (narration, q) => {
  await record({ senderName: "WANTED", narration });
  await record({ senderName: "OTHER", narration: "100 offunder1score backXslash kQs" });
  for (const state of ["unindexed", "indexed"]) {
    if (state === "indexed") await indexPayments();
    expect(await names(q)).toEqual(["WANTED"]);
  }
  const [row] = (await find({ q })).rows;
  expect(row?.narration).toBe(narration);
});

test("a name is found with and without diacritics, in any case", async () => {
  await record({ senderName: "Ọláídé Adébáyọ̀" });
  await record({ senderName: "Ɗanjuma Ƙofa" });
  await indexPayments();
  await record({ senderName: "ỌLÁÍDÉ ÀJÀYÍ" });
  expect(await names("olaide")).toEqual(["ỌLÁÍDÉ ÀJÀYÍ", "Ọláídé Adébáyọ̀"]);
  expect(await names("ỌLÁÍDÉ adebayo")).toEqual(["Ọláídé Adébáyọ̀"]);
  expect(await names("danjuma kof")).toEqual(["Ɗanjuma Ƙofa"]);
});

test("combined filters return exact counts and sums", async () => {
  const ngozi = await addNamedOperator("Ngozi");
  await assignOperator(COMMAND_LINE, {
    terminalId: session.terminalId,
    operatorId: ngozi,
    from: new Date("2026-01-01T00:00:00Z"),
  });
  await record({ amount: 1_000n });
  await record({ amount: 2_000n, status: "failed" });
  await record({ amount: 4_000n, status: "pending", paymentKey: "turns" });
  await record({ amount: 8_000n, channel: "pos", devices: [session.terminalId] });
  await record({ amount: 16_000n, channel: "pos", devices: [session.otherTerminalId] });
  const totals = async (filters: Filters) => {
    const page = await find(filters);
    const { successful, pending, failed } = page.totals ?? {};
    return [page.rows.length, successful?.amount, pending?.amount, failed?.amount];
  };
  expect(await totals({})).toEqual([5, 25_000n, 4_000n, 2_000n]);
  expect(await totals({ status: "failed,pending" })).toEqual([2, 0n, 4_000n, 2_000n]);
  expect(await totals({ channel: "pos" })).toEqual([2, 24_000n, 0n, 0n]);
  expect(await totals({ terminal: session.otherTerminalId })).toEqual([1, 16_000n, 0n, 0n]);
  expect(await totals({ operator: ngozi })).toEqual([1, 8_000n, 0n, 0n]);
  expect(await totals({ operator: `none,${ngozi}`, status: "successful" })).toEqual([3, 25_000n, 0n, 0n]);
  expect(await totals({ operator: "none", channel: "pos" })).toEqual([1, 16_000n, 0n, 0n]);
  expect(await totals({ q: "ngozi obi", channel: "bank_transfer" })).toEqual([3, 1_000n, 4_000n, 2_000n]);
  await indexPayments();
  await record({ amount: 4_000n, status: "successful", paymentKey: "turns" });
  expect(await totals({ q: "ngozi obi", status: "successful" })).toEqual([4, 29_000n, 0n, 0n]);
});

test("a time range includes its start and excludes its end", async () => {
  await record({ paidAt: new Date("2026-11-20T20:00:00Z"), senderName: "FIRST" });
  await record({ paidAt: new Date("2026-11-20T20:10:00Z"), senderName: "LAST" });
  const from = "2026-11-20T21:00:00+01:00";
  const found = await find({ from, to: "2026-11-20T20:10:00Z" });
  expect(found.rows.map(({ sender_name: name }) => name)).toEqual(["FIRST"]);
  expect(found.totals?.successful).toEqual({ count: 1, amount: 10_000n });
});

test("pages follow each other without gaps, with and without a text", async () => {
  await systemTx((db) => fillSession(db, { sessionId: session.sessionId, count: 300 }));
  await indexNextTransactions(session.sessionId, 250);
  for (const filters of [{}, { q: "ticket" }, { q: "ticket", channel: "pos" }]) {
    const numbers: number[] = [];
    let before: number | undefined;
    do {
      const page = await find(filters, { ...(before && { before }), limit: 40 });
      expect(page.totals === null).toBe(before !== undefined);
      numbers.push(...page.rows.map(({ sequence }) => sequence));
      before = page.next ?? undefined;
    } while (before);
    const all = Array.from({ length: 300 }, (_, index) => 300 - index);
    expect(numbers).toEqual("channel" in filters ? all.filter((number) => number % 2 === 0) : all);
  }
});

test("only the last four digits of an account number are returned", async () => {
  await record(SAMPLE_PAYMENT);
  const page = await find();
  expect(page.rows[0]?.account_tail).toBe("4471");
  expect(JSON.stringify(page, (_, value) => (typeof value === "bigint" ? `${value}` : value))).not.toContain(
    "0212344471",
  );
});

test("another organisation's payments are not found", async () => {
  await record(SAMPLE_PAYMENT);
  const stranger = await openTestSession();
  const searching = findPayments(stranger.scope, session.sessionId, PaymentFilters.parse({}), { limit: 50 });
  await expect(searching).rejects.toMatchObject({ code: "not_found" });
});

test.each([
  ["status", "succesful"],
  ["channel", "cash"],
  ["operator", "somebody"],
  ["terminal", "gate 1"],
  ["from", "yesterday"],
  ["q", "x".repeat(201)],
])("%s=%s is rejected", (name, value) => {
  expect(PaymentFilters.safeParse({ [name]: value }).success).toBe(false);
});
