import { newId } from "@/lib/core/ids";
import type { Actor, Scope } from "@/lib/core/scope";

let memberCount = 0;

/** Adds a new member with the role of owner to a scope. */
export function asOwner(scope: Scope): Scope & { actor: Actor } {
  memberCount++;
  const email = `owner-${memberCount}@example.com`;
  return { ...scope, actor: { memberId: newId("member"), email, name: "Ada", role: "owner" } };
}

/** Returns the failure of an attempt; `undefined` if it succeeded. */
export function getFailure(attempt: Promise<unknown>): Promise<{ code: string; detail: string } | undefined> {
  return attempt.then(
    () => undefined,
    ({ code, detail }) => ({ code, detail }),
  );
}
