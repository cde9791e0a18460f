/** Guarantee: a refund whose outcome at the bank is unknown is looked up there, and never sent twice. */

import { beforeAll, describe, expect, test } from "vitest";
import { systemDb, systemTx } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { pauseSending, resumeSending } from "@/lib/webhooks";
import { processDueRefunds } from "./index";
import {
  approve,
  ask,
  atBank,
  bank,
  makeDue,
  newPayment,
  openOrganisation,
  sent,
  stateOf,
  useRefundBank,
} from "./testing/refund-bank";

await useRefundBank();
useTestDatabase();
beforeAll(openOrganisation);

describe("a refund with an unknown outcome", () => {
  test.each(["lost", "half"] as const)(
    "is looked up if the answer was %s, and not sent again",
    async (fault) => {
      const payment = await newPayment();
      const { id } = await ask(payment);
      await approve(id);
      bank.fail("POST /refund", fault);
      const before = sent();
      await processDueRefunds();
      expect(await stateOf(id)).toMatchObject({ state: "sending" });
      for (const age of [0, 3_600_000]) {
        await makeDue(id, age);
        await processDueRefunds();
      }
      expect(await stateOf(id)).toMatchObject({ state: "in_progress" });
      expect([sent() - before, atBank(payment).length]).toEqual([1, 1]);
    },
  );

  test("is sent again only if the bank has none, and not while the first request may be in flight", async () => {
    const payment = await newPayment();
    const { id } = await ask(payment);
    await approve(id);
    bank.fail("POST /refund", "dead");
    bank.fail("GET /refund", "error", 2);
    const before = sent();
    await processDueRefunds();
    for (let nth = 0; nth < 2; nth++) {
      await makeDue(id, 3_600_000);
      await processDueRefunds();
    }
    // While the bank does not answer the lookup, nothing is sent.
    expect([sent() - before, await stateOf(id)]).toMatchObject([1, { state: "sending" }]);
    await systemDb().sql`update refunds set sent_at = clock_timestamp() where id = ${id}`;
    await makeDue(id);
    await processDueRefunds();
    expect(sent() - before).toBe(1);
    await makeDue(id, 3_600_000);
    await processDueRefunds();
    expect([sent() - before, atBank(payment).length]).toEqual([2, 1]);
    expect(await stateOf(id)).toMatchObject({ state: "in_progress" });
  });

  test("is not asked for, and no other is sent, until the Retry-After of a 429 is over", async () => {
    const [first, second] = [await newPayment(), await newPayment()];
    const { id } = await ask(first);
    await approve(id);
    bank.fail("POST /refund", { status: 429, body: {}, headers: { "retry-after": "1" } });
    await processDueRefunds();
    const { id: other } = await ask(second);
    await approve(other);
    await makeDue(id, 3_600_000);
    const before = bank.requests.length;
    await processDueRefunds();
    expect(bank.requests.length).toBe(before);
    expect([await stateOf(id), await stateOf(other)]).toMatchObject([
      { state: "sending" },
      { state: "approved" },
    ]);
    const finish = async () => {
      await Promise.all([makeDue(id, 3_600_000), makeDue(other, 3_600_000)]);
      await processDueRefunds();
      return [atBank(first).length, atBank(second).length];
    };
    await expect.poll(finish, { interval: 300, timeout: 5_000 }).toEqual([1, 1]);
  });

  test("of a process that ended after the bank's effect is looked up", async () => {
    const payment = await newPayment();
    const { id } = await ask(payment);
    await approve(id);
    await systemDb().sql`
      update refunds set state = 'sending', sent_at = clock_timestamp(), attempt_count = 1 where id = ${id}`;
    bank.ledger.refund("900", payment.key, 100_000n, id);
    const before = sent();
    await makeDue(id, 3_600_000);
    await processDueRefunds();
    expect([sent() - before, await stateOf(id)]).toMatchObject([0, { state: "in_progress" }]);
  });

  test("is not taken for an equal earlier refund if the bank does not keep our notes", async () => {
    const payment = await newPayment();
    const { id: earlier } = await ask(payment, 40_000n);
    await approve(earlier);
    await processDueRefunds();
    for (const one of atBank(payment)) Object.assign(one, { status: "completed", note: "" });
    await makeDue(earlier);
    await processDueRefunds();
    expect(await stateOf(earlier)).toMatchObject({ state: "completed" });
    const { id } = await ask(payment, 40_000n);
    await approve(id);
    bank.fail("POST /refund", "dead");
    await processDueRefunds();
    await makeDue(id, 120_000);
    await processDueRefunds();
    expect(atBank(payment).map(({ note }) => note)).toEqual(["", id]);
    expect(await stateOf(id)).toMatchObject({ state: "in_progress" });
  });

  test("that a restored database has as approved is not sent to a bank that has it, with and without our note", async () => {
    for (const note of ["kept", "dropped"]) {
      const payment = await newPayment();
      const { id } = await ask(payment, 40_000n);
      await approve(id);
      await processDueRefunds();
      if (note === "dropped") for (const one of atBank(payment)) one.note = "";
      await systemDb().sql`
        update refunds set state = 'approved', sent_at = null, bank_reference = '', detail = '', due_at = clock_timestamp()
        where id = ${id}`;
      await processDueRefunds();
      expect(atBank(payment), note).toHaveLength(1);
      expect(await stateOf(id)).toMatchObject({ state: "in_progress" });
    }
  });

  test("is neither sent nor looked up while a restored copy must not send", async () => {
    const payment = await newPayment();
    const { id } = await ask(payment);
    await approve(id);
    await systemTx(({ sql }) => pauseSending(sql, { backupTakenAt: new Date() }));
    const before = bank.requests.length;
    expect(await processDueRefunds()).toBe(0);
    expect([bank.requests.length - before, await stateOf(id)]).toMatchObject([0, { state: "approved" }]);
    await resumeSending({ skipBacklog: false });
    await processDueRefunds();
    expect(atBank(payment)).toHaveLength(1);
  });
});
