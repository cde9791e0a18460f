import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { present } from "@/lib/core/assert";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";
import { signIns } from "@/lib/db/schema";
import type { OwnSignIn } from "./contract";
import { IDLE_HOURS } from "./find";

/** Lists one's own sign-ins that are good now, the latest first. */
export function listOwnSignIns(scope: Scope): Promise<z.output<typeof OwnSignIn>[]> {
  const { memberId } = present(scope.by, "only members sign in");
  return asOrganisation(scope.organisationId, ({ orm }) =>
    orm
      .select({
        id: signIns.id,
        agent: signIns.agent,
        created_at: signIns.createdAt,
        expires_at: signIns.expiresAt,
      })
      .from(signIns)
      .where(
        and(
          eq(signIns.memberId, memberId),
          isNull(signIns.endedAt),
          sql`${signIns.expiresAt} > now()`,
          sql`${signIns.lastUsedAt} > now() - make_interval(hours => ${IDLE_HOURS})`,
        ),
      )
      .orderBy(desc(signIns.id)),
  );
}
