/** Guarantee: sidebar, shortcuts and command menu lead to the same pages, and only to those the role may see. */
import { expect, test } from "vitest";
import { findCommands, groupCommands, listNavCommands } from "./commands/command-list";
import { shortcutAction } from "./commands/shortcuts";
import { findSessionId, isCurrentPath, listOwnNavItems } from "./nav-items";
import { readTheme, themeClass } from "./theme";

const sessionId = "ses_01m80gyhanwtskhkq61jkwrw8p";
const live = `/events/${sessionId}`;
const press = (key: string, more: Partial<Parameters<typeof shortcutAction>[0]> = {}) =>
  shortcutAction({ key, afterGo: false, sessionId, role: "owner", ...more });

test("an event's path contains its id; the list of events has none", () => {
  expect(findSessionId(`${live}/terminals`)).toBe(sessionId);
  expect(findSessionId("/events")).toBeUndefined();
  expect(findSessionId("/events/new")).toBeUndefined();
});

test("only one nav item is current", () => {
  expect([
    isCurrentPath(live, live),
    isCurrentPath(`${live}/terminals`, live),
    isCurrentPath(live, "/events"),
  ]).toEqual([true, false, false]);
  expect(isCurrentPath(`${live}/terminals`, `${live}/terminals`)).toBe(true);
  expect(isCurrentPath("/developers/requests", "/developers/keys")).toBe(true);
});

test("g and a letter open an event's pages; outside an event they do nothing", () => {
  expect(press("t", { afterGo: true })).toEqual({ kind: "go", href: `${live}/terminals` });
  expect(press("l", { afterGo: true })).toEqual({ kind: "go", href: live });
  expect(press("x", { afterGo: true })).toBeUndefined();
  expect(press("t", { afterGo: true, sessionId: undefined })).toBeUndefined();
  expect(press("r", { afterGo: true, role: "gate_lead" })).toBeUndefined();
});

test("single keys search, move and run actions", () => {
  expect(["/", "?", "j", "k", "e", "g", "Enter", "E"].map((key) => press(key))).toEqual([
    { kind: "search" },
    { kind: "keys" },
    { kind: "move", by: 1 },
    { kind: "move", by: -1 },
    { kind: "action", key: "e" },
    undefined,
    undefined,
    undefined,
  ]);
});

test("the command menu lists only what the role may do", () => {
  const names = (role: "owner" | "gate_lead") => listNavCommands(role, sessionId).map(({ name }) => name);
  expect(names("owner")).toContain("Settlement");
  expect(names("owner")).toContain("New event");
  expect(names("gate_lead")).not.toContain("Settlement");
  expect(names("gate_lead")).not.toContain("New event");
});

test("Developers leads to the first of its pages that the role may see", () => {
  const paths = (role: "owner" | "viewer" | "gate_lead") => listOwnNavItems(role).map(({ path }) => path);
  expect(paths("owner")).toEqual(["/events", "/developers/keys", "/settings"]);
  expect(paths("viewer")).toEqual(["/events", "/developers/webhooks", "/settings"]);
  expect(paths("gate_lead")).toEqual(["/events", "/settings"]);
  expect(isCurrentPath("/developers/requests", "/developers/webhooks")).toBe(true);
});

test("commands match by any of their words, ignoring diacritics, with prefix matches first", () => {
  const commands = [
    { id: "1", name: "Terminals", group: "This event" },
    { id: "2", name: "Ọláídé's Owambe", group: "Event", also: "Lekki" },
    { id: "3", name: "Night at the terminal", group: "Event" },
  ];
  const found = (typed: string) => findCommands(commands, typed).map(({ id }) => id);
  expect(found("olaide")).toEqual(["2"]);
  expect(found("lekki owambe")).toEqual(["2"]);
  expect(found("terminal")).toEqual(["1", "3"]);
  expect(found("minal")).toEqual(["1", "3"]);
  expect(found("nothing")).toEqual([]);
  expect(found("")).toEqual(["1", "2", "3"]);
});

test("commands are grouped by kind, with the best one first", () => {
  const commands = [
    { id: "1", name: "Settlement", group: "Pages" },
    { id: "2", name: "New event", group: "Commands" },
    { id: "3", name: "Settings", group: "Pages" },
  ];
  const groups = groupCommands(commands).map(({ title, commands: own }) => [title, own.map(({ id }) => id)]);
  expect(groups).toEqual([
    ["Pages", ["1", "3"]],
    ["Commands", ["2"]],
  ]);
});

test("the default theme is the system's", () => {
  expect([readTheme("dark"), readTheme(undefined), readTheme('x"><script>')]).toEqual([
    "dark",
    "system",
    "system",
  ]);
  expect([themeClass("dark"), themeClass("system")]).toEqual(["dark", ""]);
});
