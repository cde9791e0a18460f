import { assertDefined } from "@/lib/core/assert";
import { type Id, newId } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";

/** A person who signs in: one e-mail address and one password, for every organisation that they are a member of. */
export interface Person {
  personId: Id<"person">;
  email: string;
  passwordHash: string;
  hasSecondFactor: boolean;
}

/** Finds the person who signs in by an e-mail address, however it is written; `undefined` where nobody does. */
export async function findPerson({ sql }: Db, email: string): Promise<Person | undefined> {
  const [person] = await sql<Person[]>`
    select p.id as "personId", p.email, p.password_hash as "passwordHash", f.person_id is not null as "hasSecondFactor"
    from people p left join second_factors f on f.person_id = p.id
    where lower(p.email) = lower(${email})`;
  return person;
}

/** The person of a membership that was accepted. Throws where it was not: only who has accepted can be signed in. */
export async function personOf({ sql }: Db, memberId: Id<"member">): Promise<Id<"person">> {
  const [member] = await sql<{ personId: Id<"person"> | null }[]>`
    select person_id as "personId" from members where id = ${memberId}`;
  return assertDefined(member?.personId, "the membership of who is signed in has a person");
}

/** Makes a person; `undefined` where somebody signs in by that e-mail address already. */
export async function addPerson(
  { sql }: Db,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<Id<"person"> | undefined> {
  const [person] = await sql<{ id: Id<"person"> }[]>`
    insert into people (id, email, password_hash) values (${newId("person")}, ${email}, ${passwordHash})
    on conflict do nothing returning id`;
  return person?.id;
}

/**
 * Makes sure that a person's password is still the one that was proved, and stays so until the SQL transaction ends. Taken
 * before any lock of a membership, like `lockPerson`, so that no two transactions wait for each other.
 */
export async function holdsPassword(
  { sql }: Db,
  { personId, passwordHash }: Pick<Person, "personId" | "passwordHash">,
): Promise<boolean> {
  const held = await sql`
    select from people where id = ${personId} and password_hash = ${passwordHash} for share`;
  return held.length > 0;
}

/** Has changes of a person, and memberships that they accept, wait until the SQL transaction ends. */
export async function lockPerson({ sql }: Db, personId: Id<"person">): Promise<void> {
  await sql`select from people where id = ${personId} for update`;
}

/** Whether a person is a member of another organisation too. It is settled only while the person is locked. */
export async function isMemberElsewhere(
  { sql }: Db,
  personId: Id<"person">,
  organisationId: Id<"organisation">,
): Promise<boolean> {
  const others = await sql`
    select from members where person_id = ${personId} and organisation_id <> ${organisationId} limit 1`;
  return others.length > 0;
}

/** Reads the hash of a person's password. */
export async function readPasswordHash({ sql }: Db, personId: Id<"person">): Promise<string> {
  const [person] = await sql<{ passwordHash: string }[]>`
    select password_hash as "passwordHash" from people where id = ${personId}`;
  return assertDefined(person?.passwordHash, "a person has a password");
}

/** Stores another password of a person. */
export async function setPassword(
  { sql }: Db,
  { personId, passwordHash }: Pick<Person, "personId" | "passwordHash">,
): Promise<void> {
  await sql`update people set password_hash = ${passwordHash} where id = ${personId}`;
}

/** The same in the place of the one that was proved; false where the person has another by now. */
export async function changePassword(
  { sql }: Db,
  { personId, passwordHash }: Pick<Person, "personId" | "passwordHash">,
  newHash: string,
): Promise<boolean> {
  const changed = await sql`
    update people set password_hash = ${newHash} where id = ${personId} and password_hash = ${passwordHash} returning id`;
  return changed.length > 0;
}
