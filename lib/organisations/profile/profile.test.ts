/** Guarantee: an organisation's profile is its own, changes only as asked, and each change is in the audit log. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listAuditEntries } from "@/lib/audit";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, systemTx } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { ChangeProfile } from "../contract";
import { changeProfile, findLogo, getProfile, getScreenTimeZone, removeLogo, setLogo } from "../index";
import { ensureOrganisation } from "../organisation";
import { jpegHeader, pngHeader } from "../testing/images";

useTestDatabase();

const ICON = readFileSync("app/icons/192.png");

let count = 0;
async function newScope(): Promise<Scope> {
  const organisationId = await systemTx((db) => ensureOrganisation(db, `Organisation ${++count}`));
  const actor = { memberId: newId("member"), email: "ada@example.com", name: "Ada", role: "owner" as const };
  return { organisationId, mode: "test", actor };
}
const change = (scope: Scope, given: Record<string, string | null>) =>
  changeProfile(scope, ChangeProfile.parse(given));
const auditOf = async (scope: Scope) =>
  (await listAuditEntries(scope, {})).entries
    .reverse()
    .map(({ action, actor, subject, details }) => ({ action, actor, subject, details }));

test("changes what is given, keeps the rest, and an empty text removes a field", async () => {
  const scope = await newScope();
  expect(await getProfile(scope)).toMatchObject({
    ...{ name: `Organisation ${count}`, legal_name: null, address: null, time_zone: null, logo: null },
    default_time_zone: "Africa/Lagos",
  });
  await change(scope, { legal_name: " Eko Events Ltd ", address: "12 Marina \r\n Lagos\r\n" });
  await change(scope, { time_zone: "Africa/Nairobi", address: null });
  expect(await getProfile(scope)).toMatchObject({
    ...{ legal_name: "Eko Events Ltd", address: "12 Marina\nLagos", time_zone: "Africa/Nairobi" },
  });
  await change(scope, { legal_name: " ", time_zone: "" });
  expect(await getProfile(scope)).toMatchObject({
    ...{ legal_name: null, address: "12 Marina\nLagos", time_zone: null },
  });
});

test("the audit log has the values before and after, and nothing of a change to the same values", async () => {
  const scope = await newScope();
  await change(scope, { legal_name: "Eko Ltd", time_zone: "Africa/Accra" });
  await change(scope, { legal_name: "Eko Ltd", time_zone: "Africa/Accra" });
  await setLogo(scope, ICON);
  await setLogo(scope, ICON);
  await setLogo(scope, jpegHeader(300, 120));
  await removeLogo(scope);
  await removeLogo(scope);
  const entry = { action: "changed_profile", actor: "ada@example.com", subject: scope.organisationId };
  const logos = ["", "PNG, 192 × 192 px", "JPEG, 300 × 120 px", ""];
  expect(await auditOf(scope)).toEqual([
    {
      ...entry,
      details: {
        ...{ legal_name_before: "", legal_name_after: "Eko Ltd" },
        ...{ time_zone_before: "", time_zone_after: "Africa/Accra" },
      },
    },
    ...[1, 2, 3].map((index) => ({
      ...entry,
      details: { logo_before: logos[index - 1], logo_after: logos[index] },
    })),
  ]);
});

test("the logo is stored as it was sent, replaced, and removed", async () => {
  const scope = await newScope();
  expect(await findLogo(scope)).toBeUndefined();
  await setLogo(scope, ICON);
  const first = await findLogo(scope);
  expect(first).toMatchObject({ contentType: "image/png", sha256: expect.stringMatching(/^[\w-]{43}$/) });
  expect(first?.image.equals(ICON)).toBe(true);
  expect((await getProfile(scope)).logo).toEqual({
    ...{ type: "png", width: 192, height: 192, sha256: first?.sha256 },
  });
  await setLogo(scope, jpegHeader(300, 120));
  expect(await findLogo(scope)).toMatchObject({ contentType: "image/jpeg" });
  await expect(setLogo(scope, pngHeader(10, 10))).rejects.toMatchObject({ code: "invalid_request" });
  expect(await findLogo(scope)).toMatchObject({ contentType: "image/jpeg" });
  await removeLogo(scope);
  expect(await findLogo(scope)).toBeUndefined();
});

test("another organisation has its own profile and logo", async () => {
  const [scope, other] = [await newScope(), await newScope()];
  await change(scope, { legal_name: "Eko Ltd", time_zone: "Africa/Accra" });
  await setLogo(scope, ICON);
  await removeLogo(other);
  expect(await getProfile(other)).toMatchObject({ legal_name: null, time_zone: null, logo: null });
  expect(await findLogo(other)).toBeUndefined();
  expect(await findLogo(scope)).toBeDefined();
  expect(await auditOf(other)).toEqual([]);
  const rows = await asOrganisation(other.organisationId, ({ sql }) => sql`select from organisation_logos`);
  expect(rows).toHaveLength(0);
});

test("the request role changes no other column of an organisation", async () => {
  const { organisationId } = await newScope();
  const rename = asOrganisation(organisationId, ({ sql }) => sql`update organisations set name = 'Theirs'`);
  const refused = await rename.catch((thrown: { cause?: unknown }) => thrown.cause ?? thrown);
  expect(refused).toMatchObject({ code: "42501" });
});

test("concurrent changes of different fields are both kept", async () => {
  const scope = await newScope();
  await Promise.all([
    change(scope, { legal_name: "Eko Ltd" }),
    change(scope, { address: "12 Marina" }),
    change(scope, { time_zone: "UTC" }),
    setLogo(scope, ICON),
  ]);
  expect(await getProfile(scope)).toMatchObject({
    ...{ legal_name: "Eko Ltd", address: "12 Marina", time_zone: "UTC", logo: { type: "png" } },
  });
});

test("the screens' zone is the chosen one, else the business's", async () => {
  const scope = await newScope();
  expect(await getScreenTimeZone(scope)).toBe("Africa/Lagos");
  await change(scope, { time_zone: "Europe/London" });
  expect(await getScreenTimeZone(scope)).toBe("Europe/London");
  expect(await getScreenTimeZone({ ...scope, timeZone: "UTC" })).toBe("UTC");
});

test.each([
  ["legal_name", "Two\nlines", "must be on one line, without control characters"],
  ["legal_name", "x".repeat(201), "must have at most 200 characters, and has 201"],
  ["address", "1\n2\n3\n4\n5\n6\n7", "must have at most 6 lines"],
  ["address", "12\tMarina", "must not contain control characters"],
  ["address", "x".repeat(501), "must have at most 500 characters, and has 501"],
  ["time_zone", "Lagos", "must be an IANA time zone such as Africa/Lagos"],
  ["time_zone", "+01:00", "must be an IANA time zone such as Africa/Lagos"],
])("%s %j is refused: %s", (field, text, message) => {
  const parsed = ChangeProfile.safeParse({ [field]: text });
  expect(parsed.error?.issues).toMatchObject([{ path: [field], message }]);
});
