import type { Page } from "@playwright/test";
import type { MemberRole } from "@/lib/core/roles";
import { HOUR_MS } from "@/lib/core/time/durations";
import { test as base, createSession, type Payment, type SessionData } from "../fixtures";
import { createMember, type Login, reuseSignIn } from "./sign-in";

export * from "../fixtures";
export { createMember, type Login, postSignIn, reuseSignIn, signIn } from "./sign-in";

/** Pays into an event through a signed bank notification dated just now: by transfer, or at a terminal. */
export interface Pay {
  transfer: (event: SessionData, payment?: Payment) => Promise<Payment>;
  tap: (event: SessionData, payment?: Payment) => Promise<Payment>;
}

interface DashboardFixtures {
  /** Creates an event of `platform` that is active now, with an account and two terminals, through `/v1`. */
  openEvent: (changes?: Record<string, unknown>) => Promise<SessionData>;
  /** An event created for this test. */
  event: SessionData;
  /** The test's page, signed in as an owner of `platform`. */
  organiser: Page;
  /** Opens a page in a new browser context, signed in as a member of `platform` with this role. */
  pageOf: (role: MemberRole) => Promise<Page>;
  pay: Pay;
}

interface DashboardWorker {
  /** Returns the member of `platform` with this role: one per worker, with the owner created first. */
  memberOf: (role: MemberRole) => Promise<Login>;
}

/**
 * The fixtures of the dashboard tests. Most start with `organiser`: `await organiser.goto("/events")`. `api`,
 * `bank`, `receiver`, `platform` and `otherPlatform` are those of the API's tests.
 */
export const test = base.extend<DashboardFixtures, DashboardWorker>({
  memberOf: [
    async ({ platform }, use) => {
      const members = new Map<MemberRole, Promise<Login>>();
      const owner = createMember(platform.organisation, "owner");
      members.set("owner", owner);
      await use(async (role) => {
        await owner;
        const known = members.get(role) ?? createMember(platform.organisation, role, `A ${role}`);
        members.set(role, known);
        return known;
      });
    },
    { scope: "worker" },
  ],
  openEvent: ({ api }, use) =>
    use((changes) =>
      createSession(api, {
        starts_at: new Date(Date.now() - 4 * HOUR_MS).toISOString(),
        ends_at: new Date(Date.now() + 4 * HOUR_MS).toISOString(),
        ...changes,
      }),
    ),
  event: async ({ openEvent }, use) => use(await openEvent()),
  organiser: async ({ page, memberOf }, use) => {
    await reuseSignIn(page.context(), await memberOf("owner"));
    await use(page);
  },
  pageOf: async ({ browser, baseURL, memberOf }, use) => {
    const contexts = new Set<Awaited<ReturnType<typeof browser.newContext>>>();
    await use(async (role) => {
      const context = await browser.newContext({ baseURL });
      contexts.add(context);
      await reuseSignIn(context, await memberOf(role));
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
  pay: ({ bank }, use) =>
    use({
      transfer: (event, payment) => bank.transfer(event, { paidAt: new Date(), ...payment }),
      tap: (event, payment) => bank.tap(event, { paidAt: new Date(), ...payment }),
    }),
});
