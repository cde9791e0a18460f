import { sql } from "drizzle-orm";
import { Failure, invalid } from "@/lib/core/errors/errors";
import { type Id, newId } from "@/lib/core/ids";
import { type Db, systemTx } from "@/lib/db/client";
import { organisations, signingSecrets } from "@/lib/db/schema";
import { encryptSigningSecret, newSigningSecret } from "@/lib/security/signing-secret";

const MAX_NAME_LENGTH = 120;

function parseName(text: string): string {
  const name = text.trim();
  if (name.length > 0 && name.length <= MAX_NAME_LENGTH && !/\p{Cc}/u.test(name)) return name;
  throw invalid(
    "/organisation",
    `An organisation's name has 1 to ${MAX_NAME_LENGTH} characters on one line.`,
  );
}

const hasName = (name: string) => sql`lower(${organisations.name}) = lower(${name})`;

/**
 * Returns the id of the organisation with this name, ignoring case, and creates it with a signing secret if it does not
 * exist. Throws `Failure("invalid_request")` for a malformed name.
 */
export async function ensureOrganisation(db: Db, text: string): Promise<Id<"organisation">> {
  const name = parseName(text);
  const [created] = await db.orm
    .insert(organisations)
    .values({ id: newId("organisation"), name })
    .onConflictDoNothing()
    .returning({ id: organisations.id });
  if (!created) return requireOrganisation(db, name);
  await addSigningSecret(db, { organisationId: created.id });
  return created.id;
}

/**
 * Finds an organisation by name and locks its row until the SQL transaction ends, which serialises changes to its members
 * and secrets. Throws `Failure("not_found")`.
 */
export async function requireOrganisation(db: Db, text: string): Promise<Id<"organisation">> {
  const [found] = await db.orm
    .select({ id: organisations.id })
    .from(organisations)
    .where(hasName(parseName(text)))
    .for("update");
  if (found) return found.id;
  throw new Failure("not_found", {
    detail: "There is no organisation of that name. Issuing a key to it makes it.",
  });
}

/** Returns the organisation with this name. Throws `Failure("not_found")`. */
export async function getOrganisation(input: {
  organisation: string;
}): Promise<{ organisationId: Id<"organisation"> }> {
  return systemTx(async (db) => ({ organisationId: await requireOrganisation(db, input.organisation) }));
}

/** Whose secrets: the organisation's, for the `webhook_url` of its sessions, or those of an organisation-wide endpoint. */
export interface SecretOwner {
  organisationId: Id<"organisation">;
  webhookEndpointId?: Id<"webhookEndpoint"> | undefined;
}

/** Creates the first or the next secret of an owner, inside the caller's SQL transaction. */
export async function addSigningSecret(
  db: Db,
  { organisationId, webhookEndpointId }: SecretOwner,
): Promise<void> {
  await db.orm.insert(signingSecrets).values({
    id: newId("signingSecret"),
    organisationId,
    webhookEndpointId,
    secret: encryptSigningSecret(organisationId, newSigningSecret()),
  });
}
