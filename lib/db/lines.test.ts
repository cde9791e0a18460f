/** Guarantee: whatever went down a connection before, it shows the rows of the organisation it works for, and no others. */
import { expect, test } from "vitest";
import { type Id, newId } from "@/lib/core/ids";
import { useTestDatabase } from "@/lib/testing/database";
import { asOrganisation, asOrganisationTx } from "./client";

useTestDatabase();

const [one, other] = [newId("organisation"), newId("organisation")];

/** Whose rows a connection shows while it works for an organisation. */
const shownTo = (organisation: Id<"organisation">) =>
  asOrganisation(organisation, async ({ sql }) => {
    const [row] = await sql<{ shown: string }[]>`select current_setting('takings.organisation') as shown`;
    return row?.shown;
  });
const failAtOnce = (organisation: Id<"organisation">) =>
  expect(asOrganisation(organisation, () => Promise.reject(new Error("at once")))).rejects.toThrow("at once");

test("a connection that goes from one organisation to another and back shows each its own", async () => {
  for (const organisation of [one, one, other, one, other, other])
    expect(await shownTo(organisation)).toBe(organisation);
});

test("a SQL transaction of another organisation, kept or undone, leaves no trace on it", async () => {
  expect(await shownTo(one)).toBe(one);
  await asOrganisationTx(other, ({ sql }) => sql`select 1`);
  expect(await shownTo(one)).toBe(one);
  const undone = asOrganisationTx(other, () => Promise.reject(new Error("undone")));
  await expect(undone).rejects.toThrow("undone");
  expect(await shownTo(one)).toBe(one);
});

test("work that fails before it has sent a statement leaves none either", async () => {
  for (let turn = 0; turn < 20; turn++) {
    await failAtOnce(one);
    await failAtOnce(other);
    expect(await shownTo(one)).toBe(one);
  }
});
