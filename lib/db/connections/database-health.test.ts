/** Guarantee: a closed database opens no pools, whatever its last statements meet. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { terminateConnections, useTestDatabase } from "@/lib/testing/database";
import { Database } from "./database-health";

const database = useTestDatabase();

test("a statement that loses its connection while the database closes is rejected, and no pool is replaced", async () => {
  const closing = new Database();
  const pool = closing.statements("plain");
  const inFlight = closing.runStatement("plain", (resolve, reject) => {
    pool.leastBusy().client`select pg_sleep(20)`.then(resolve, reject);
  });
  const outcome = inFlight.catch((thrown: unknown) => thrown);
  await sleep(300);
  const closed = closing.close();
  await terminateConnections(database);
  expect(await outcome).toMatchObject({ code: "unavailable" });
  expect(closing.statements("plain")).toBe(pool);
  await closed;
});
