import { type MemberRole, roleHasPermission } from "@/lib/core/roles";
import { EVENT_NAV_ITEMS, isVisibleTo, listOwnNavItems, navHref } from "../nav-items";
import * as texts from "./texts";

export interface Command {
  id: string;
  name: string;
  /** The group shown beside the name, such as "Event" or "Go to". */
  group: string;
  /** Additional search terms. */
  also?: string;
  href?: string;
  run?: () => void;
}

const normalise = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * Scores a command against the query: 0 if a word is missing, otherwise 1 plus the number of words with which a word of the
 * name starts.
 */
function scoreCommand(command: Command, typed: string): number {
  const words = normalise(typed).split(/\s+/).filter(Boolean);
  const name = normalise(command.name);
  const all = `${name} ${normalise(command.also ?? "")} ${normalise(command.group)}`;
  if (!words.every((word) => all.includes(word))) return 0;
  const starts = words.filter((word) => name.split(/\s+/).some((part) => part.startsWith(word))).length;
  return 1 + starts;
}

/** Returns the matching commands by descending score; equal scores keep their order. */
export function findCommands(commands: readonly Command[], typed: string): Command[] {
  return commands
    .map((command, index) => ({ command, index, fit: scoreCommand(command, typed) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit || a.index - b.index)
    .map(({ command }) => command);
}

/** Returns the navigation commands for a role, including those of the current event. */
export function listNavCommands(role: MemberRole, sessionId: string | undefined): Command[] {
  const ofEvent = sessionId ? EVENT_NAV_ITEMS.filter(isVisibleTo(role)) : [];
  return [
    ...ofEvent.map((item) => ({
      id: `event${item.path}`,
      name: item.name,
      group: texts.thisEvent,
      href: navHref(sessionId ?? "", item),
    })),
    ...listOwnNavItems(role).map((item) => ({
      id: item.path,
      name: item.name,
      group: texts.goTo,
      href: item.path,
    })),
    {
      id: "/settings/alerts",
      name: texts.alerts,
      group: texts.goTo,
      also: texts.mailPushMessagesQuietHoursSettings,
      href: "/settings/alerts",
    },
    {
      id: "/settings/profile",
      name: texts.organisationProfile,
      group: texts.goTo,
      also: texts.logoAddressLegalNameTime,
      href: "/settings/profile",
    },
    ...(roleHasPermission(role, "open_event")
      ? [
          {
            id: "new",
            name: texts.newEvent,
            group: texts.doLabel,
            also: texts.openCreateSession,
            href: "/events?new=1",
          },
        ]
      : []),
  ];
}
