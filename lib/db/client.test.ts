import { afterEach, expect, test, vi } from "vitest";
import { newId } from "@/lib/core/ids";
import {
  asOrganisation,
  asOrganisationTx,
  readAsOrganisation,
  readSnapshot,
  readSystemSnapshot,
  systemTx,
} from "./client";

afterEach(() => vi.unstubAllEnvs());

const scope = { organisationId: newId("organisation"), mode: "test" } as const;
const work = async () => undefined;

/** A `catch` of the caller must see this failure too. */
test.each([
  ["asOrganisation", () => asOrganisation(scope.organisationId, work)],
  ["asOrganisationTx", () => asOrganisationTx(scope.organisationId, work)],
  ["readAsOrganisation", () => readAsOrganisation(scope, work)],
  ["readSnapshot", () => readSnapshot(scope, work)],
  ["readSystemSnapshot", () => readSystemSnapshot(scope, work)],
  ["systemTx", () => systemTx(work)],
])("%s rejects, and does not throw, if no pool can be opened", async (_, run) => {
  vi.stubEnv("DATABASE_URL", undefined);
  let result: Promise<unknown> | undefined;
  expect(() => {
    result = run();
  }).not.toThrow();
  await expect(result).rejects.toMatchObject({ code: "unavailable" });
});
