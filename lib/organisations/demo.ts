import { systemTx } from "@/lib/db/client";
import { organisations } from "@/lib/db/schema";
import { env } from "@/lib/env";
import { newPassword } from "@/lib/security/password";
import { insertKey } from "./keys/api-keys";
import { addFirstMember } from "./members";
import { ensureOrganisation } from "./organisation";

const ORGANISATION = "Demo";
const EMAIL = "demo@example.com";
/** Advisory lock key; no other lock of the service uses this number. */
const LOCK_KEY = 7_301_001;

/**
 * In the sandbox, creates a demo organisation with an owner who can sign in and a test key, if no organisation exists.
 * The password and the key are returned only here. Returns `undefined` if an organisation exists or in live mode. An
 * advisory lock ensures that two processes that start together create one.
 */
export async function createDemo(): Promise<{ email: string; password: string; apiKey: string } | undefined> {
  if (env().bankMode !== "sandbox") return undefined;
  return systemTx(async (db) => {
    await db.sql`select pg_advisory_xact_lock(${LOCK_KEY})`;
    const existing = await db.orm.select({ id: organisations.id }).from(organisations).limit(1);
    if (existing.length > 0) return undefined;
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
