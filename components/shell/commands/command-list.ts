import type { z } from "zod";
import { type IconType, Plus } from "@/components/ui/icons/icons";
import { type MemberRole, roleHasPermission } from "@/lib/core/roles";
import type { PaymentJson } from "@/lib/transactions/contract";
import { EVENT_NAV_ITEMS, isVisibleTo, listOwnNavItems, navHref, SETTINGS } from "../nav-items";
import * as texts from "./texts";

/** A payment that the search found, with its event's name. */
export interface FoundPayment {
  event: string;
  payment: z.input<typeof PaymentJson>;
}

export interface Command {
  id: string;
  name: string;
  /** The heading of its group, such as "Pages". */
  group: string;
  /** Shown beside the name, such as an event's day. */
  detail?: string;
  icon?: IconType;
  /** The key that runs it without the menu. */
  shortcut?: string;
  payment?: FoundPayment;
  /** Additional search terms. */
  also?: string;
  href?: string;
  run?: () => void;
}

/** Removes diacritics and capitals. */
export const normalise = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * Scores a command against the query: 0 if a word is missing, otherwise 1 plus the number of words with which a word of the
 * name starts.
 */
function scoreCommand(command: Command, typed: string): number {
  const words = normalise(typed).split(/\s+/).filter(Boolean);
  const name = normalise(command.name);
  const all = `${name} ${normalise(command.also ?? "")} ${normalise(`${command.group} ${command.detail ?? ""}`)}`;
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

/** Commands of the same kind. */
export interface CommandGroup {
  title: string;
  commands: Command[];
}

/** Groups commands by kind, in the order of the best one of each: the first command stays the first. */
export function groupCommands(commands: readonly Command[]): CommandGroup[] {
  const titles = [...new Set(commands.map(({ group }) => group))];
  return titles.map((title) => ({ title, commands: commands.filter(({ group }) => group === title) }));
}

/** Returns the navigation commands for a role, including those of the current event. */
export function listNavCommands(role: MemberRole, sessionId: string | undefined): Command[] {
  const ofEvent = sessionId ? EVENT_NAV_ITEMS.filter(isVisibleTo(role)) : [];
  return [
    ...ofEvent.map((item) => ({
      id: `event${item.path}`,
      name: item.name,
      group: texts.pages,
      detail: texts.thisEvent,
      icon: item.icon,
      href: navHref(sessionId ?? "", item),
    })),
    ...listOwnNavItems(role).map((item) => ({
      id: item.path,
      name: item.name,
      group: texts.pages,
      also: texts.goTo,
      icon: item.icon,
      href: item.path,
    })),
    {
      id: "/settings/alerts",
      name: texts.alerts,
      group: texts.pages,
      icon: SETTINGS.icon,
      also: texts.mailPushMessagesQuietHoursSettings,
      href: "/settings/alerts",
    },
    {
      id: "/settings/profile",
      name: texts.organisationProfile,
      group: texts.pages,
      icon: SETTINGS.icon,
      also: texts.organisationProfileSearchWords,
      href: "/settings/profile",
    },
    ...(roleHasPermission(role, "open_event")
      ? [
          {
            id: "new",
            name: texts.newEvent,
            group: texts.commands,
            icon: Plus,
            also: texts.openCreateSession,
            href: "/events?new=1",
          },
        ]
      : []),
  ];
}
