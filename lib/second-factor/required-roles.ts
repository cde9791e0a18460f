import type { z } from "zod";
import { recordAudit } from "@/lib/audit";
import { MEMBER_ROLES, type MemberRole, ROLE_NAMES } from "@/lib/core/roles";
import type { Scope } from "@/lib/core/scope";
import { systemDb, systemTx } from "@/lib/db/client";
import type { RequiredRoles } from "./contract";

/** Returns the roles of the caller's organisation that require a second factor. */
export async function getRequiredRoles({ organisationId }: Scope): Promise<z.output<typeof RequiredRoles>> {
  const [row] = await systemDb().sql<{ roles: MemberRole[] }[]>`
    select second_factor_roles as roles from organisations where id = ${organisationId}`;
  return { roles: row?.roles ?? [] };
}

/**
 * Sets the roles that require a second factor. From the next request, a member with such a role and without a second
 * factor can only set one up.
 */
export async function setRequiredRoles(
  scope: Scope,
  input: z.output<typeof RequiredRoles>,
): Promise<z.output<typeof RequiredRoles>> {
  const roles = MEMBER_ROLES.filter((role) => input.roles.includes(role));
  await systemTx(async (db) => {
    await db.sql`update organisations set second_factor_roles = ${roles}::text[] where id = ${scope.organisationId}`;
    const details = { roles: roles.map((role) => ROLE_NAMES[role]).join(", ") || "none" };
    await recordAudit(db, scope, {
      action: "required_second_factor",
      subject: scope.organisationId,
      details,
    });
  });
  return { roles };
}
