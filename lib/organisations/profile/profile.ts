import type { z } from "zod";
import { recordAudit } from "@/lib/audit";
import { assertDefined } from "@/lib/core/errors/assert";
import { keysOf } from "@/lib/core/keys";
import type { Scope } from "@/lib/core/scope";
import { screenTimeZone, TIME_ZONES } from "@/lib/core/zone/zone-table";
import { asOrganisationTx, type Db, readAsOrganisation } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { organisations } from "@/lib/db/schema";
import { env } from "@/lib/env";
import type { ChangeProfile, OrganisationProfile } from "../contract";
import { readLogoFacts } from "./logo";

type Profile = z.output<typeof OrganisationProfile>;
type StoredProfile = RowOf<typeof organisations, "name" | "legalName" | "address" | "timeZone">;

/** The fields of the profile, by their names in requests and in the audit log. */
const FIELDS = { legal_name: "legalName", address: "address", time_zone: "timeZone" } as const;

/** Returns the profile of the caller's organisation: what its pages and prints show, without the logo's image. */
export function getProfile(scope: Scope): Promise<Profile> {
  return readAsOrganisation(scope, async (db) => {
    const stored = await readStored(db, scope);
    return {
      name: stored.name,
      legal_name: stored.legalName,
      address: stored.address,
      time_zone: stored.timeZone,
      logo: (await readLogoFacts(db, scope)) ?? null,
      default_time_zone: env().businessTimeZone,
      time_zones: [...TIME_ZONES],
    };
  });
}

/** Returns the IANA time zone of the screens of the caller's organisation; that of the business unless it has chosen one. */
export async function getScreenTimeZone(scope: Scope): Promise<string> {
  if (scope.timeZone) return scope.timeZone;
  const { timeZone } = await readAsOrganisation(scope, (db) => readStored(db, scope));
  return screenTimeZone(timeZone, env().businessTimeZone);
}

async function readStored({ sql }: Db, { organisationId }: Scope): Promise<StoredProfile> {
  const [stored] = await sql<StoredProfile[]>`
    select name, legal_name, address, time_zone from organisations where id = ${organisationId}`;
  return assertDefined(stored, "a scope's organisation exists");
}

/**
 * Changes the legal name, the address and the time zone of the caller's organisation: those that are given; null removes one.
 * Records the values before and after in the audit log. A change to the same values changes nothing.
 */
export async function changeProfile(scope: Scope, change: z.output<typeof ChangeProfile>): Promise<void> {
  const { organisationId } = scope;
  await asOrganisationTx(organisationId, async (db) => {
    await db.sql`select from organisations where id = ${organisationId} for update`;
    const before = await readStored(db, scope);
    const after = { ...before };
    const changed = keysOf(FIELDS).filter((field) => {
      const value = change[field];
      if (value === undefined || value === before[FIELDS[field]]) return false;
      after[FIELDS[field]] = value;
      return true;
    });
    if (changed.length === 0) return;
    await db.sql`
      update organisations set legal_name = ${after.legalName}, address = ${after.address}, time_zone = ${after.timeZone}
      where id = ${organisationId}`;
    const details = changed.flatMap((field) => [
      [`${field}_before`, before[FIELDS[field]] ?? ""],
      [`${field}_after`, after[FIELDS[field]] ?? ""],
    ]);
    await recordAudit(db, scope, {
      action: "changed_profile",
      subject: organisationId,
      details: Object.fromEntries(details),
    });
  });
}
