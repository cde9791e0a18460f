import { expect, type Page } from "@playwright/test";
import type { Id } from "@/lib/core/ids";
import type { Permission } from "@/lib/core/roles";
import { createPaymentPagePath, setMode } from "../db-queries";
import type { SessionData } from "../fixtures";
import { createMemberWithoutFactor, type Login, reuseSignIn, signIn } from "./sign-in";

/** A page of the dashboard, by the name of its screenshot or its own. */
export interface DashboardPage {
  name: string;
  path: (event: SessionData) => string | Promise<string>;
  /** Opened without a sign-in. */
  outside?: boolean;
  /** Lists the member's sign-ins, so a second one must exist. */
  listsSignIns?: boolean;
  /** Opened by a member who must set up a second factor first. */
  duringSetUp?: boolean;
  /** The permissions of which a member needs one; the page is answered 403 to others. */
  needs?: Permission[];
}

const ofEvent = (rest: string) => (event: SessionData) => `/events/${event.session_id}${rest}`;
/** The payment page of the event, which strangers open. */
const payment = (mode: "test" | "live") => async (event: SessionData) => {
  const path = await createPaymentPagePath(event.session_id as Id<"session">);
  await setMode(event.session_id, mode);
  return path;
};
const terminalOf = (event: SessionData) => event.pos_terminals[0]?.terminal_id ?? "";

/** Every page, and the states that are reached by the address alone. */
export const SCREENS: readonly DashboardPage[] = [
  { name: "sign in", path: () => "/login", outside: true },
  { name: "a link that is used", path: () => "/join#token=used", outside: true },
  { name: "events", path: () => "/events" },
  { name: "events found", path: () => "/events?status=live&q=night" },
  { name: "no events found", path: () => "/events?q=nothing-of-that-name" },
  { name: "new event", path: () => "/events?new=1" },
  { name: "duplicate event", path: ({ session_id: id }) => `/events?new=1&copy=${id}` },
  { name: "archived events", path: () => "/events?status=archived" },
  { name: "live", path: ofEvent("") },
  { name: "payments found", path: ofEvent("?q=Bello&status=successful") },
  { name: "no payments found", path: ofEvent("?q=unknown-name") },
  { name: "comparison without events", path: () => "/events/compare" },
  { name: "comparison", path: (event) => `/events/compare?events=${event.session_id}` },
  { name: "poster", path: ofEvent("/print/poster") },
  { name: "poster for a phone", path: ofEvent("/print/poster?form=phone") },
  { name: "details", path: ofEvent("/details") },
  { name: "terminals", path: ofEvent("/terminals?view=grid") },
  { name: "terminals as a list", path: ofEvent("/terminals?view=list") },
  {
    name: "a terminal",
    path: (event) => ofEvent(`/terminals?view=list&terminal=${terminalOf(event)}`)(event),
  },
  { name: "operators", path: ofEvent("/operators") },
  { name: "expected payments", path: ofEvent("/expected-payments") },
  { name: "no expected payments found", path: ofEvent("/expected-payments?q=unknown-order&status=paid") },
  { name: "matched payments", path: ofEvent("?order=matched") },
  { name: "reconciliation", path: ofEvent("/reconciliation"), needs: ["see_money"] },
  { name: "settlement", path: ofEvent("/settlement"), needs: ["see_money"] },
  { name: "webhooks", path: ofEvent("/webhooks"), needs: ["see_webhooks"] },
  { name: "keys", path: () => "/developers/keys", needs: ["manage_keys"] },
  { name: "request log", path: () => "/developers/requests", needs: ["manage_keys"] },
  {
    name: "no requests found",
    path: () => "/developers/requests?q=/v1/none&period=week",
    needs: ["manage_keys"],
  },
  { name: "organisation webhooks", path: () => "/developers/webhooks", needs: ["see_webhooks"] },
  {
    name: "no deliveries found",
    path: () => "/developers/webhooks?q=txn_none&period=week",
    needs: ["see_webhooks"],
  },
  { name: "test mode", path: () => "/developers/test", needs: ["manage_keys"] },
  { name: "settings", path: () => "/settings", listsSignIns: true },
  { name: "organisation profile", path: () => "/settings/profile" },
  { name: "members", path: () => "/settings/members", needs: ["manage_members"] },
  {
    name: "banks and devices",
    path: () => "/settings/collection",
    needs: ["manage_connections", "manage_terminals", "refund_payments"],
  },
  { name: "audit log", path: () => "/settings/audit", needs: ["see_audit"] },
  {
    name: "no audit entries found",
    path: () => "/settings/audit?q=nothing-of-this&area=banks",
    needs: ["see_audit"],
  },
  { name: "alerts", path: () => "/settings/alerts" },
  { name: "set-up of a second factor", path: () => "/second-factor", duringSetUp: true },
  { name: "payment page", path: payment("live"), outside: true },
  { name: "payment page of a test event", path: payment("test"), outside: true },
  { name: "payment page that is unknown", path: () => `/pay/${"A".repeat(32)}`, outside: true },
  { name: "wallboard", path: (event) => `/wall/${event.session_id}` },
  { name: "an unknown event", path: () => "/events/ses_01m7wja30291e5wma656tpsg5t" },
  ...[
    "",
    "quick-start",
    "webhooks",
    "verifying-events",
    "errors",
    "reference",
    "reference/sessions",
    "changelog",
  ].map((slug) => ({
    name: `documentation ${slug}`,
    path: () => `/docs/${slug}`.replace(/\/$/, ""),
    outside: true,
  })),
  { name: "a page that is none", path: () => "/nowhere" },
];

/** The errors and foreign requests of a page. */
export interface PageErrors {
  errors: string[];
  foreign: string[];
}

/** Records a page's console errors, exceptions and requests to other hosts from now on. */
export function recordPageErrors(page: Page, baseURL: string): PageErrors {
  const found: PageErrors = { errors: [], foreign: [] };
  page.on("console", (message) => {
    if (message.type() === "error") found.errors.push(message.text());
  });
  page.on("pageerror", (error) => found.errors.push(String(error)));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${baseURL}/`) && !/^(data|blob|about):/.test(url)) found.foreign.push(url);
  });
  return found;
}

/** Signs a browser in as far as a page of the dashboard requires. */
export async function signInFor(
  { outside, listsSignIns, duringSetUp }: DashboardPage,
  page: Page,
  memberOf: (role: "owner") => Promise<Login>,
): Promise<void> {
  if (outside) return;
  if (duringSetUp) return signIn(page.context(), await createMemberWithoutFactor());
  const owner = await memberOf("owner");
  await reuseSignIn(page.context(), owner);
  if (listsSignIns) await signIn(page.context(), owner);
}

/** Opens a page and waits until its heading is visible and no part is loading. */
export async function open(page: Page, path: string) {
  const answer = await page.goto(path);
  // A dialog that the address opens hides the page's own heading.
  await page.getByRole("heading").first().waitFor();
  return answer;
}

/** Waits for the live connection of an event's page, which opens after hydration. */
export const expectLive = (page: Page) =>
  expect(page.getByRole("main").getByText("Live", { exact: true }).filter({ visible: true })).toBeVisible();
