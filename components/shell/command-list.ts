import { type MemberRole, may } from "@/lib/core/roles";
import { DEVELOPERS, EVENT_NAV_ITEMS, EVENTS, type NavItem, navHref, SETTINGS } from "./navigation";

export interface Command {
  id: string;
  name: string;
  /** What it is of: "Event", "Go to". */
  group: string;
  /** More words to be found by. */
  also?: string;
  href?: string;
  run?: () => void;
}

const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** How well a command fits what was typed: every word must be in it; one that a name begins with counts most. 0 is not at all. */
export function fitOf(command: Command, typed: string): number {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const name = folded(command.name);
  const all = `${name} ${folded(command.also ?? "")} ${folded(command.group)}`;
  if (!words.every((word) => all.includes(word))) return 0;
  const starts = words.filter((word) => name.split(/\s+/).some((part) => part.startsWith(word))).length;
  return 1 + starts;
}

/** What fits, the best first, in the given order where two fit alike. */
export function findCommands(commands: readonly Command[], typed: string): Command[] {
  return commands
    .map((command, index) => ({ command, index, fit: fitOf(command, typed) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit || a.index - b.index)
    .map(({ command }) => command);
}

/** Where a member can go from here. */
export function placeCommands(role: MemberRole, sessionId: string | undefined): Command[] {
  const mayVisit = ({ needs }: NavItem) => !needs || may(role, needs);
  const own = [EVENTS, DEVELOPERS, SETTINGS].filter(mayVisit);
  const ofEvent = sessionId ? EVENT_NAV_ITEMS.filter(mayVisit) : [];
  return [
    ...ofEvent.map((place) => ({
      id: `event${place.path}`,
      name: place.name,
      group: "This event",
      href: navHref(sessionId ?? "", place),
    })),
    ...own.map((place) => ({ id: place.path, name: place.name, group: "Go to", href: place.path })),
    ...(may(role, "open_event")
      ? [{ id: "new", name: "New event", group: "Do", also: "open create session", href: "/events?new=1" }]
      : []),
  ];
}
