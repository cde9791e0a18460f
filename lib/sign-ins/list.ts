import type { z } from "zod";
import { assertDefined } from "@/lib/core/errors/assert";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { signIns } from "@/lib/db/schema";
import type { OwnSignIn } from "./contract";
import { IDLE_HOURS } from "./find";

/** Lists the caller's valid sign-ins in all organisations, latest first. */
export async function listOwnSignIns(scope: Scope): Promise<z.output<typeof OwnSignIn>[]> {
  const { memberId } = assertDefined(scope.actor, "only members sign in");
  const rows = await systemDb().sql<RowOf<typeof signIns, "id" | "agent" | "createdAt" | "expiresAt">[]>`
    select id, agent, created_at, expires_at from sign_ins
    where person_id = (select person_id from members where id = ${memberId}) and ended_at is null
      and expires_at > now() and last_used_at > now() - make_interval(hours => ${IDLE_HOURS})
    order by id desc`;
  return rows.map(({ id, agent, createdAt, expiresAt }) => ({
    id,
    agent,
    created_at: createdAt,
    expires_at: expiresAt,
  }));
}
