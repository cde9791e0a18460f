import { sql } from "drizzle-orm";
import { Failure, invalid } from "@/lib/core/errors";
import { type Id, newId } from "@/lib/core/ids";
import { type Db, systemTx } from "@/lib/db/client";
import { organisations, signingSecrets } from "@/lib/db/schema";
import { encryptSigningSecret, newSigningSecret } from "@/lib/security/signing-secret";

const MAX_NAME_LENGTH = 120;

function readName(text: string): string {
  const name = text.trim();
  if (name.length > 0 && name.length <= MAX_NAME_LENGTH && !/\p{Cc}/u.test(name)) return name;
  throw invalid(
    "/organisation",
    `An organisation's name has 1 to ${MAX_NAME_LENGTH} characters on one line.`,
  );
}

const named = (name: string) => sql`lower(${organisations.name}) = lower(${name})`;

/** Makes sure that an organisation of this name exists, new ones with a signing secret; case does not tell two apart. */
export async function ensureOrganisation(db: Db, text: string): Promise<Id<"organisation">> {
  const name = readName(text);
  const [made] = await db.orm
    .insert(organisations)
    .values({ id: newId("organisation"), name })
    .onConflictDoNothing()
    .returning({ id: organisations.id });
  if (!made) return requireOrganisation(db, name);
  await db.orm.insert(signingSecrets).values({
    id: newId("signingSecret"),
    organisationId: made.id,
    secret: encryptSigningSecret(made.id, newSigningSecret()),
  });
  return made.id;
}

/**
 * Finds an organisation by name, its row locked until the SQL transaction ends so that changes to its members and
 * secrets take turns. Throws `Failure("not_found")`.
 */
export async function requireOrganisation(db: Db, text: string): Promise<Id<"organisation">> {
  const [found] = await db.orm
    .select({ id: organisations.id })
    .from(organisations)
    .where(named(readName(text)))
    .for("update");
  if (found) return found.id;
  throw new Failure("not_found", {
    detail: "There is no organisation of that name. Issuing a key to it makes it.",
  });
}

/** The organisation of a name. Throws `Failure("not_found")`. */
export async function getOrganisation(input: {
  organisation: string;
}): Promise<{ organisationId: Id<"organisation"> }> {
  return systemTx(async (db) => ({ organisationId: await requireOrganisation(db, input.organisation) }));
}
