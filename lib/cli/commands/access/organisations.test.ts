/** Guarantee: the command line changes an organisation's profile under the dashboard's rules, and prints it. */
import { writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { Id } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { COMMAND_LINE_ACTOR, readAudit } from "../../testing/organisation";
import { takings } from "../../testing/takings";

useTestDatabase();

const AT = "organisations profile --organisation Eko";

test("organisations profile changes what is given, prints the profile, and is in the audit log", async () => {
  await takings("keys issue --organisation Eko");
  const bare = { name: "Eko", legal_name: null, address: null, time_zone: null, logo: null };
  expect(await takings(AT)).toEqual({ exitCode: 0, value: bare });
  const changed = await takings(
    `${AT} --legal-name Eko_Ltd --time-zone Africa/Accra --logo app/icons/192.png`,
  );
  expect(changed.value).toEqual({
    ...bare,
    ...{ legal_name: "Eko_Ltd", time_zone: "Africa/Accra", logo: { type: "png", width: 192, height: 192 } },
  });
  expect((await takings(`${AT} --legal-name= --remove-logo`)).value).toEqual({
    ...{ ...bare, time_zone: "Africa/Accra" },
  });
  const [row] = await systemDb().sql<
    { id: Id<"organisation"> }[]
  >`select id from organisations where name = 'Eko'`;
  const entries = (await readAudit(row?.id ?? "org_")).filter(({ action }) => action === "changed_profile");
  expect(entries).toMatchObject([
    { actor: COMMAND_LINE_ACTOR, details: { logo_before: "", logo_after: "PNG, 192 × 192 px" } },
    { details: { legal_name_after: "Eko_Ltd", time_zone_after: "Africa/Accra" } },
    { details: { logo_after: "" } },
    { details: { legal_name_before: "Eko_Ltd", legal_name_after: "" } },
  ]);
});

test("organisations profile refuses what the dashboard refuses", async () => {
  await takings("keys issue --organisation Eko");
  const text = path.join(os.tmpdir(), `logo-${process.pid}.svg`);
  writeFileSync(text, "<svg/>");
  for (const [options, exitCode, message] of [
    ["--time-zone Lagos", 2, "--time-zone must be an IANA time zone such as Africa/Lagos"],
    ["--logo /nowhere/logo.png", 2, "--logo: /nowhere/logo.png cannot be read (ENOENT)"],
    ["--logo app/icons/192.png --remove-logo", 2, "Give --logo or --remove-logo, not both"],
    [`--logo ${text}`, 1, "image must be a PNG, JPEG or WebP file"],
  ] as const)
    expect(await takings(`${AT} ${options}`), options).toMatchObject({
      exitCode,
      value: { error: { message: expect.stringContaining(message) } },
    });
  expect(await takings("organisations profile --organisation Unknown")).toMatchObject({
    exitCode: 1,
    value: { error: { code: "not_found" } },
  });
});
