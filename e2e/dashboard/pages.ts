import { expect, type Page } from "@playwright/test";
import type { SessionData } from "../fixtures";
import { type Login, newMemberWithoutFactor, reuseSignIn, signIn } from "./sign-in";

/** A page of the dashboard, by the name of its picture or of itself. */
export interface Screen {
  name: string;
  path: (event: SessionData) => string;
  /** Seen without a sign-in. */
  outside?: boolean;
  /** Lists the member's sign-ins; a second one can be ended there. */
  listsSignIns?: boolean;
  /** Seen by a member who has to set up a second factor first. */
  duringSetUp?: boolean;
}

const ofEvent = (rest: string) => (event: SessionData) => `/events/${event.session_id}${rest}`;
const terminalOf = (event: SessionData) => event.pos_terminals[0]?.terminal_id ?? "";

/** Every page, and the states that an address alone leads to. */
export const SCREENS: readonly Screen[] = [
  { name: "sign in", path: () => "/login", outside: true },
  { name: "a link that is used", path: () => "/join#token=used", outside: true },
  { name: "events", path: () => "/events" },
  { name: "events found", path: () => "/events?status=live&q=night" },
  { name: "no events found", path: () => "/events?q=nothing-of-that-name" },
  { name: "new event", path: () => "/events?new=1" },
  { name: "live", path: ofEvent("") },
  { name: "payments found", path: ofEvent("?q=Bello&status=successful") },
  { name: "no payments found", path: ofEvent("?q=nobody-of-that-name") },
  { name: "terminals", path: ofEvent("/terminals?view=grid") },
  { name: "terminals as a list", path: ofEvent("/terminals?view=list") },
  {
    name: "a terminal",
    path: (event) => ofEvent(`/terminals?view=list&terminal=${terminalOf(event)}`)(event),
  },
  { name: "operators", path: ofEvent("/operators") },
  { name: "reconciliation", path: ofEvent("/reconciliation") },
  { name: "settlement", path: ofEvent("/settlement") },
  { name: "webhooks", path: ofEvent("/webhooks") },
  { name: "keys", path: () => "/developers/keys" },
  { name: "test mode", path: () => "/developers/test" },
  { name: "settings", path: () => "/settings", listsSignIns: true },
  { name: "set-up of a second factor", path: () => "/second-factor", duringSetUp: true },
  { name: "wallboard", path: (event) => `/wall/${event.session_id}` },
  { name: "an event that is nobody's", path: () => "/events/ses_01m7wja30291e5wma656tpsg5t" },
  { name: "a page that is none", path: () => "/nowhere" },
];

/** What a page did that it must not do. */
export interface Misdeeds {
  errors: string[];
  foreign: string[];
}

/** Listens to a page from now on: what it writes as an error, throws, or asks of any other machine. */
export function watch(page: Page, baseURL: string): Misdeeds {
  const found: Misdeeds = { errors: [], foreign: [] };
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

/** Signs a browser in as far as a page of the dashboard needs it. */
export async function signInFor(
  { outside, listsSignIns, duringSetUp }: Screen,
  page: Page,
  memberOf: (role: "owner") => Promise<Login>,
): Promise<void> {
  if (outside) return;
  if (duringSetUp) return signIn(page.context(), await newMemberWithoutFactor());
  const owner = await memberOf("owner");
  await reuseSignIn(page.context(), owner);
  if (listsSignIns) await signIn(page.context(), owner);
}

/** Opens a page and waits until it is there: its heading, and that nothing of it is still loading. */
export async function open(page: Page, path: string) {
  const answer = await page.goto(path);
  // A dialog that the address opens hides the page's own heading.
  await page.getByRole("heading").first().waitFor();
  return answer;
}

/** The connection of a page of an event stands once the page has come to life. */
export const isLive = (page: Page) =>
  expect(page.getByRole("main").getByText("Live", { exact: true }).filter({ visible: true })).toBeVisible();
