import { createHash } from "node:crypto";
import { recordAudit } from "@/lib/audit";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx, type Db, readAsOrganisation } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import { LOGO_TYPES, type organisationLogos } from "@/lib/db/schema";
import { requireLogoImage } from "./image";

type LogoFacts = RowOf<typeof organisationLogos, "type" | "width" | "height" | "sha256">;

/** Reads what a profile says about the logo of an organisation; undefined if it has none. */
export async function readLogoFacts({ sql }: Db, { organisationId }: Scope): Promise<LogoFacts | undefined> {
  const [facts] = await sql<LogoFacts[]>`
    select type, width, height, sha256 from organisation_logos where organisation_id = ${organisationId}`;
  return facts;
}

/** Describes a logo for the audit log: `PNG, 512 × 200 px`. */
const describe = (logo: LogoFacts | undefined) =>
  logo ? `${logo.type.toUpperCase()}, ${logo.width} × ${logo.height} px` : "";

/**
 * Returns the image of the logo of the caller's organisation with its content type, and the SHA-256 in base64url; undefined if it
 * has none.
 */
export function findLogo(scope: Scope) {
  return readAsOrganisation(scope, async ({ sql }) => {
    const [logo] = await sql<RowOf<typeof organisationLogos, "type" | "image" | "sha256">[]>`
      select type, image, sha256 from organisation_logos where organisation_id = ${scope.organisationId}`;
    return logo && { image: logo.image, sha256: logo.sha256, contentType: LOGO_TYPES[logo.type] };
  });
}

/**
 * Sets the logo of the caller's organisation, in place of the earlier one, with an entry in the audit log; the same image again
 * changes nothing. Throws `Failure("invalid_request")` as `requireLogoImage` does.
 */
export async function setLogo(scope: Scope, image: Buffer): Promise<void> {
  const { type, width, height } = requireLogoImage(image);
  const sha256 = createHash("sha256").update(image).digest("base64url");
  await changeLogo(scope, { type, width, height, sha256 }, ({ sql }) => {
    const { organisationId } = scope;
    return sql`
      insert into organisation_logos (organisation_id, type, width, height, image, sha256)
      values (${organisationId}, ${type}, ${width}, ${height}, ${image}, ${sha256})
      on conflict (organisation_id) do update set type = excluded.type, width = excluded.width,
        height = excluded.height, image = excluded.image, sha256 = excluded.sha256, created_at = now()`;
  });
}

/** Removes the logo of the caller's organisation, with an entry in the audit log. Without a logo nothing happens. */
export async function removeLogo(scope: Scope): Promise<void> {
  await changeLogo(
    scope,
    undefined,
    ({ sql }) => sql`delete from organisation_logos where organisation_id = ${scope.organisationId}`,
  );
}

/** Writes a change of the logo, one at a time for an organisation, unless the logo is that one already. */
async function changeLogo(
  scope: Scope,
  after: LogoFacts | undefined,
  write: (db: Db) => Promise<unknown>,
): Promise<void> {
  const { organisationId } = scope;
  await asOrganisationTx(organisationId, async (db) => {
    await db.sql`select from organisations where id = ${organisationId} for update`;
    const before = await readLogoFacts(db, scope);
    if (before?.sha256 === after?.sha256) return;
    await write(db);
    await recordAudit(db, scope, {
      action: "changed_profile",
      subject: organisationId,
      details: { logo_before: describe(before), logo_after: describe(after) },
    });
  });
}
