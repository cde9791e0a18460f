import type { Page } from "@playwright/test";
import type { MemberRole } from "@/lib/core/roles";
import { test as base, openSession, type Payment, type SessionData } from "../fixtures";
import { type Login, newMember, reuseSignIn } from "./sign-in";

export * from "../fixtures";
export { type Login, newMember, reuseSignIn, signIn } from "./sign-in";

const HOUR_MS = 3_600_000;

/** Pays an event by a notice that its bank has signed, a moment ago: a transfer, or at a terminal. */
export interface Pay {
  transfer: (event: SessionData, payment?: Payment) => Promise<Payment>;
  tap: (event: SessionData, payment?: Payment) => Promise<Payment>;
}

interface DashboardFixtures {
  /** Opens an event of `platform` that is on right now, with an account and two terminals, through `/v1`. */
  openEvent: (changes?: Record<string, unknown>) => Promise<SessionData>;
  /** One such event, the test's own. */
  event: SessionData;
  /** The test's page, signed in as an owner of `platform`. */
  organiser: Page;
  /** A page in a browser of its own, signed in as somebody of this role, of `platform`. */
  pageOf: (role: MemberRole) => Promise<Page>;
  pay: Pay;
}

interface DashboardWorker {
  /** The member of `platform` with this role; one a worker, the owner first of all. */
  memberOf: (role: MemberRole) => Promise<Login>;
}

/**
 * What the tests of the screens begin with. `organiser` is where most begin: `await organiser.goto("/events")`.
 * `api`, `bank`, `receiver`, `platform` and `rival` are those of the API's tests.
 */
export const test = base.extend<DashboardFixtures, DashboardWorker>({
  memberOf: [
    async ({ platform }, use) => {
      const members = new Map<MemberRole, Promise<Login>>();
      const owner = newMember(platform.organisation, "owner");
      members.set("owner", owner);
      await use(async (role) => {
        await owner;
        const known = members.get(role) ?? newMember(platform.organisation, role, `A ${role}`);
        members.set(role, known);
        return known;
      });
    },
    { scope: "worker" },
  ],
  openEvent: ({ api }, use) =>
    use((changes) =>
      openSession(api, {
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
