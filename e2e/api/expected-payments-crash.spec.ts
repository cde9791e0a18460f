import { randomBytes } from "node:crypto";
import type { z } from "zod";
import type { ExpectedPayment } from "@/lib/expected-payments/contract";
import { createBank } from "../bank";
import {
  createApi,
  createPlatform,
  createSession,
  expect,
  expectData,
  type SessionData,
  takings,
  test,
} from "../fixtures";
import { startProcess } from "../service";

type Expected = z.input<typeof ExpectedPayment>;

// The killed process is one of the product's own HTTP server in both projects.
test.skip(({ isNext }) => isNext, "starts processes of its own, whichever server the project tests");

const ORDERS = 40;
/** Payments of each order, half of them sent to each process and every one twice. */
const PAYMENTS = 3;

test("kill -9 while payments are matched on two processes: each counts once", async ({ baseURL }) => {
  test.setTimeout(120_000);
  const { apiKey } = await createPlatform();
  const remainingProcess = createApi(baseURL ?? "", apiKey);
  const session: SessionData = await createSession(remainingProcess);
  const killedProcess = await startProcess();
  const banks = [createBank(baseURL ?? ""), createBank(killedProcess.address)] as const;
  const run = randomBytes(3).toString("hex");
  const orders = await Promise.all(
    Array.from({ length: ORDERS }, async (_, index) =>
      expectData<Expected>(
        await remainingProcess.post("/v1/expected-payments", {
          ...{ session_id: session.session_id, amount: "300.00", reference: `R${index}-${run}X9` },
        }),
        201,
      ),
    ),
  );
  const account = session.collection_account?.account_number ?? "";
  const notifications = orders.flatMap(({ reference }) =>
    Array.from({ length: PAYMENTS }, () =>
      banks[0].compose(banks[0].credit({ account, amount: 10_000n, narration: `NIP ${reference}` })),
    ),
  );
  const readAll = async () =>
    expectData<Expected[]>(
      await remainingProcess.get(`/v1/expected-payments?session_id=${session.session_id}&limit=${ORDERS}`),
    );
  const countMatched = async () =>
    (await readAll()).reduce((sum, { payment_count: count }) => sum + count, 0);

  const sent = notifications.map((notification, index) =>
    banks[index % 2 === 0 ? 0 : 1].post(notification).catch(() => undefined),
  );
  await expect.poll(countMatched, { intervals: [5], timeout: 20_000 }).toBeGreaterThan(0);
  await killedProcess.kill();
  await Promise.all(sent);
  // The bank sends again what was not acknowledged, and more.
  for (const notification of notifications) expectData(await banks[0].post(notification));
  await expect.poll(countMatched, { intervals: [200], timeout: 30_000 }).toBe(ORDERS * PAYMENTS);
  const all = await readAll();
  expect(all.map(({ status, amount_paid: paid, payment_count: count }) => [status, paid, count])).toEqual(
    Array(ORDERS).fill(["paid", "300.00", PAYMENTS]),
  );
  const { differences } = await takings<{ differences: unknown[] }>(
    "verify",
    "--session",
    session.session_id,
  );
  expect(differences).toEqual([]);
});
