/** Guarantee: the sidebar, the keys and the command menu lead to the same places, and only where a role may go. */
import { expect, test } from "vitest";
import { findCommands, placeCommands } from "./command-list";
import { isAt, sessionIn } from "./navigation";
import { shortcutAction } from "./shortcuts";
import { readTheme, themeClass } from "./theme";

const sessionId = "ses_01m80gyhanwtskhkq61jkwrw8p";
const live = `/events/${sessionId}`;
const press = (key: string, more: Partial<Parameters<typeof shortcutAction>[0]> = {}) =>
  shortcutAction({ key, afterGo: false, sessionId, role: "owner", ...more });

test("a path says whose event it is, the list of events says none", () => {
  expect(sessionIn(`${live}/terminals`)).toBe(sessionId);
  expect(sessionIn("/events")).toBeUndefined();
  expect(sessionIn("/events/new")).toBeUndefined();
});

test("one place is current at a time", () => {
  expect([isAt(live, live), isAt(`${live}/terminals`, live), isAt(live, "/events")]).toEqual([
    true,
    false,
    false,
  ]);
  expect(isAt(`${live}/terminals`, `${live}/terminals`)).toBe(true);
  expect(isAt("/developers/requests", "/developers/keys")).toBe(true);
});

test("g and a letter go to an event's places, and nowhere outside of one", () => {
  expect(press("t", { afterGo: true })).toEqual({ kind: "go", href: `${live}/terminals` });
  expect(press("l", { afterGo: true })).toEqual({ kind: "go", href: live });
  expect(press("x", { afterGo: true })).toBeUndefined();
  expect(press("t", { afterGo: true, sessionId: undefined })).toBeUndefined();
  expect(press("r", { afterGo: true, role: "gate_lead" })).toBeUndefined();
});

test("single keys search, move and act", () => {
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

test("the command menu offers what a role may do", () => {
  const names = (role: "owner" | "gate_lead") => placeCommands(role, sessionId).map(({ name }) => name);
  expect(names("owner")).toContain("Settlement");
  expect(names("owner")).toContain("New event");
  expect(names("gate_lead")).not.toContain("Settlement");
  expect(names("gate_lead")).not.toContain("New event");
});

test("a command is found by any of its words, without its marks, a name's beginning first", () => {
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

test("a theme that nobody chose is the system's", () => {
  expect([readTheme("dark"), readTheme(undefined), readTheme('x"><script>')]).toEqual([
    "dark",
    "system",
    "system",
  ]);
  expect([themeClass("dark"), themeClass("system")]).toEqual(["dark", ""]);
});
