/** Guarantee: an answer is neither replayed nor stored after its time. */
import { describe, expect, it } from "vitest";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { newOrganisation } from "@/lib/sessions/testing/events";
import { useTestDatabase } from "@/lib/testing/database";
import { deleteExpiredKeys } from "./index";
import { answerOf, effectsOf, haveEffect, requestOf, send } from "./testing/requests";

useTestDatabase();

describe("an expired key", () => {
  const expire = (scope: Scope) => systemDb().sql`
    update idempotency_keys set expires_at = now() - interval '1 second'
    where organisation_id = ${scope.organisationId}`;

  it("is kept for 24 hours", async () => {
    const scope = await newOrganisation();
    await send(scope, requestOf(), (write) => haveEffect(scope, write, "first"));
    const [row] = await systemDb().sql`
      select extract(epoch from expires_at - created_at)::int as seconds from idempotency_keys
      where organisation_id = ${scope.organisationId}`;
    expect(row?.seconds).toBe(24 * 3600);
  });

  it("is not replayed, also before it is deleted, and may come with another body", async () => {
    const scope = await newOrganisation();
    await send(scope, requestOf(), (write) => haveEffect(scope, write, "first"));
    await expire(scope);
    const later = await send(scope, requestOf({ requestHash: "other" }), (write) =>
      haveEffect(scope, write, "second"),
    );
    expect(later).toEqual({ answer: answerOf("second"), isReplayed: false });
    expect(new Set(await effectsOf(scope)).size).toBe(2);
  });

  it("is deleted with its answer, unless it is valid or its request is executed", async () => {
    const [expired, valid, executed] = [
      await newOrganisation(),
      await newOrganisation(),
      await newOrganisation(),
    ];
    for (const scope of [expired, valid])
      await send(scope, requestOf(), (write) => haveEffect(scope, write, "a"));
    await new Promise<void>((resolve) => {
      void send(executed, requestOf(), () => new Promise(() => resolve()));
    });
    for (const scope of [expired, executed]) await expire(scope);
    expect(await deleteExpiredKeys()).toBe(1);
    const left = await systemDb().sql<{ organisationId: string }[]>`
      select organisation_id from idempotency_keys
      where organisation_id in ${systemDb().sql([expired, valid, executed].map((scope) => scope.organisationId))}`;
    expect(left.map(({ organisationId }) => organisationId).sort()).toEqual(
      [valid.organisationId, executed.organisationId].sort(),
    );
  });
});
