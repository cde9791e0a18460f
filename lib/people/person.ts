import { assertDefined } from "@/lib/core/errors/assert";
import { type Id, newId } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { members, people } from "@/lib/db/schema";

/** A person who signs in, with one e-mail address and one password for all their organisations. */
export interface Person {
  personId: Id<"person">;
  email: string;
  passwordHash: string;
  hasSecondFactor: boolean;
}

/**
 * Finds the person with this e-mail address, ignoring case as the limits of sign-ins do: in code, because the database can
 * have other rules for letters outside ASCII, which no stored address contains.
 */
export async function findPerson({ sql }: Db, email: string): Promise<Person | undefined> {
  const [person] = await sql<Person[]>`
    select p.id as person_id, p.email, p.password_hash, f.person_id is not null as has_second_factor
    from people p left join second_factors f on f.person_id = p.id
    where lower(p.email) = ${email.toLowerCase()}`;
  return person;
}

/** Returns the person of an accepted membership. Throws for an invitation: a signed-in member always has a person. */
export async function getPersonId({ sql }: Db, memberId: Id<"member">): Promise<Id<"person">> {
  const [member] = await sql<RowOf<typeof members, "personId">[]>`
    select person_id from members where id = ${memberId}`;
  return assertDefined(member?.personId, "a signed-in member has a person");
}

/** Inserts a person; returns `undefined` if the e-mail address already has one. */
export async function addPerson(
  { sql }: Db,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<Id<"person"> | undefined> {
  const [person] = await sql<RowOf<typeof people, "id">[]>`
    insert into people (id, email, password_hash) values (${newId("person")}, ${email}, ${passwordHash})
    on conflict do nothing returning id`;
  return person?.id;
}

/**
 * Returns whether a person's password is still the verified one, and locks the row so that it stays unchanged until the
 * SQL transaction ends. Call it before any lock of a membership, like `lockPerson`, to avoid deadlocks.
 */
export async function lockUnchangedPassword(
  { sql }: Db,
  { personId, passwordHash }: Pick<Person, "personId" | "passwordHash">,
): Promise<boolean> {
  const locked = await sql`
    select from people where id = ${personId} and password_hash = ${passwordHash} for share`;
  return locked.length > 0;
}

/** Locks a person's row until the SQL transaction ends, which blocks changes to the person and accepted memberships. */
export async function lockPerson({ sql }: Db, personId: Id<"person">): Promise<void> {
  await sql`select from people where id = ${personId} for update`;
}

/** Returns whether a person is also a member of another organisation. The result is stable only while the person is locked. */
export async function isMemberElsewhere(
  { sql }: Db,
  personId: Id<"person">,
  organisationId: Id<"organisation">,
): Promise<boolean> {
  const others = await sql`
    select from members where person_id = ${personId} and organisation_id <> ${organisationId} limit 1`;
  return others.length > 0;
}

/** Reads a person's password hash. */
export async function readPasswordHash({ sql }: Db, personId: Id<"person">): Promise<string> {
  const [person] = await sql<{ passwordHash: string }[]>`
    select password_hash from people where id = ${personId}`;
  return assertDefined(person?.passwordHash, "a person has a password");
}

/** Replaces a person's password hash. Links that were mailed to the person to set another stop working. */
export async function setPassword(
  db: Db,
  { personId, passwordHash }: Pick<Person, "personId" | "passwordHash">,
): Promise<void> {
  await db.sql`update people set password_hash = ${passwordHash} where id = ${personId}`;
  await deleteMailedLinks(db, personId);
}

async function deleteMailedLinks({ sql }: Db, personId: Id<"person">): Promise<void> {
  await sql`
    delete from password_links l using members m
    where m.person_id = ${personId} and l.member_id = m.id and l.purpose = 'own_reset' and l.used_at is null`;
}

/** Like `setPassword`, if the verified hash is still the person's; returns false if they have another one by now. */
export async function changePassword(
  db: Db,
  { personId, passwordHash }: Pick<Person, "personId" | "passwordHash">,
  newHash: string,
): Promise<boolean> {
  const changed = await db.sql`
    update people set password_hash = ${newHash} where id = ${personId} and password_hash = ${passwordHash} returning id`;
  if (changed.length > 0) await deleteMailedLinks(db, personId);
  return changed.length > 0;
}
