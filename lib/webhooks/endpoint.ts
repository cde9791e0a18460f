import { createHash } from "node:crypto";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import { endpoints } from "@/lib/db/schema";

/** 104 bits: enough that no two URLs of an organisation meet. */
const DIGEST_LENGTH = 26;

/** The id of an organisation's endpoint follows from its URL, so that it need not be looked up. */
export function endpointId({ organisationId, mode }: Scope, url: string): Id<"endpoint"> {
  const digest = createHash("sha256").update(`${organisationId} ${mode} ${url}`).digest("hex");
  return `we_${digest.slice(0, DIGEST_LENGTH)}`;
}

/** The endpoint of this URL exists, one for each organisation and mode. Answers its id. */
export async function ensureEndpoint(db: Db, scope: Scope, url: string): Promise<Id<"endpoint">> {
  const id = endpointId(scope, url);
  const { organisationId, mode } = scope;
  await db.orm
    .insert(endpoints)
    .values({ id, organisationId, mode, url, origin: new URL(url).origin })
    .onConflictDoNothing();
  return id;
}
