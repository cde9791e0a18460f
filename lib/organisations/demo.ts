import { systemTx } from "@/lib/db/client";
import { organisations } from "@/lib/db/schema";
import { env } from "@/lib/env";
import { newPassword } from "@/lib/security/password";
import { insertKey } from "./api-keys";
import { addFirstMember } from "./members";
import { ensureOrganisation } from "./organisation";

const ORGANISATION = "Demo";
const EMAIL = "demo@example.com";
/** Any number that no other lock of the service uses. */
const LOCK = 7_301_001;

/**
 * In the sandbox, where there is no organisation yet, makes one to try things with: an owner who can sign in and a test
 * key, told once and never again. `undefined` where there was anything, or money is real. Two processes that start at
 * once make one.
 */
export async function createDemo(): Promise<{ email: string; password: string; apiKey: string } | undefined> {
  if (env().bankMode !== "sandbox") return undefined;
  return systemTx(async (db) => {
    await db.sql`select pg_advisory_xact_lock(${LOCK})`;
    const there = await db.orm.select({ id: organisations.id }).from(organisations).limit(1);
    if (there.length > 0) return undefined;
    const organisationId = await ensureOrganisation(db, ORGANISATION);
    const password = newPassword();
    await addFirstMember(db, organisationId, {
      email: EMAIL,
      name: "Demo",
      password,
    });
    const { apiKey } = await insertKey(db, { organisationId, mode: "test", name: "Demo" });
    return { email: EMAIL, password, apiKey };
  });
}
