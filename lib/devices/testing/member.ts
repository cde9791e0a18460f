import { newId } from "@/lib/core/ids";
import type { Actor, Scope } from "@/lib/core/scope";

let members = 0;

/** An owner of an organisation, at work. */
export function asOwner(scope: Scope): Scope & { by: Actor } {
  members++;
  const email = `owner-${members}@example.com`;
  return { ...scope, by: { memberId: newId("member"), email, name: "Ada", role: "owner" } };
}

/** What an attempt was refused with; `undefined` where it was not. */
export function refusalOf(attempt: Promise<unknown>): Promise<{ code: string; detail: string } | undefined> {
  return attempt.then(
    () => undefined,
    ({ code, detail }) => ({ code, detail }),
  );
}
