import { localDay } from "@/lib/core/format/format-date";
import { ChannelTile, channelStyle } from "../../shared/format/channel";
import { serverNow } from "../../shared/format/clock";
import { Instant } from "../../shared/format/instant";
import { Naira } from "../../shared/format/money";
import { cn } from "../../ui/display/cn";
import { Kbd } from "../../ui/display/kbd";
import type { Command, CommandGroup, FoundPayment } from "./command-list";
import { splitMatches } from "./split-matches";
import * as texts from "./texts";

interface CommandListProps {
  id: string;
  groups: readonly CommandGroup[];
  typed: string;
  /** Shown after the results. */
  note: string | undefined;
  /** Repeats the search that failed, according to the note. */
  onRetry: (() => void) | undefined;
  chosen: Command | undefined;
  onChoose: (command: Command) => void;
}

/** The results of the command menu, in groups. */
export function CommandList({ note, onRetry, groups, ...list }: CommandListProps) {
  return (
    <>
      <div id={list.id} role="listbox" aria-label={texts.results} className="min-h-0 overflow-y-auto">
        {groups.map((group) => (
          <Group key={group.title} group={group} {...list} />
        ))}
      </div>
      {note ? (
        <div className="flex items-center justify-between gap-4 px-4 py-2.5">
          <p className="text-ink-3">{note}</p>
          {onRetry && (
            <button type="button" className="font-medium text-ink underline" onClick={onRetry}>
              {texts.tryAgain}
            </button>
          )}
        </div>
      ) : (
        groups.length === 0 && <p className="px-4 py-6 text-center text-ink-3">{texts.noResults}</p>
      )}
    </>
  );
}

interface GroupProps extends Omit<CommandListProps, "groups" | "note" | "onRetry"> {
  group: CommandGroup;
}

/** Results of one kind below their heading, which names the group and is no option. */
function Group({ id, group: { title, commands }, typed, chosen, onChoose }: GroupProps) {
  const headingId = `${id}-group-${title}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
    <div role="group" aria-labelledby={headingId} className="border-edge border-t p-1.5 first:border-t-0">
      <div role="presentation" className="flex justify-between gap-4 px-2.5 py-1 text-ink-3 text-meta">
        <span id={headingId}>{title}</span>
        {title === texts.payments && <span>{texts.inAllEvents}</span>}
      </div>
      {commands.map((command) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
        // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field chooses
        <div
          key={command.id}
          id={`${id}-${command.id}`}
          role="option"
          aria-selected={command === chosen}
          ref={command === chosen ? (row) => row?.scrollIntoView({ block: "nearest" }) : undefined}
          className={cn(
            "relative flex min-h-9 cursor-pointer scroll-mt-9 items-center gap-3 rounded-chip px-2.5 py-1.5 hover:bg-subtle max-md:min-h-11",
            command === chosen && "bg-subtle",
          )}
          onClick={() => onChoose(command)}
        >
          {command.payment ? (
            <PaymentRow name={command.name} found={command.payment} typed={typed} />
          ) : (
            <CommandRow command={command} />
          )}
        </div>
      ))}
    </div>
  );
}

/** A page, an event or an action: its icon, its name, and a detail or its key. */
function CommandRow({ command: { icon: Icon, name, detail, shortcut } }: { command: Command }) {
  const hasKeys = document.documentElement.dataset.keys !== "off";
  return (
    <>
      <span aria-hidden className="grid w-8 shrink-0 place-items-center">
        {Icon && <Icon className="size-4 text-ink-3" />}
      </span>
      <bdi className="min-w-0 flex-1 truncate font-medium">{name}</bdi>
      {detail && <span className="shrink-0 text-ink-3 text-meta">{detail}</span>}
      {shortcut && hasKeys && (
        <span aria-hidden className="max-md:hidden">
          <Kbd>{shortcut.toUpperCase()}</Kbd>
        </span>
      )}
    </>
  );
}

const STATUSES = {
  successful: undefined,
  pending: { word: texts.pending, ink: "text-amber" },
  failed: { word: texts.failed, ink: "text-red" },
};

interface PaymentRowProps {
  name: string;
  found: FoundPayment;
  typed: string;
}

/** A payment on two lines: payer and amount, below them the event and the time. */
function PaymentRow({ name, found: { event, payment }, typed }: PaymentRowProps) {
  const status = STATUSES[payment.status];
  const origin = payment.terminal_label ?? payment.narration;
  return (
    <>
      <span aria-hidden>
        <ChannelTile channel={payment.channel} />
      </span>
      <div className="min-w-0 flex-1">
        <bdi className="block truncate font-medium">
          <Marked text={name} typed={typed} />
        </bdi>
        <span className="block truncate text-ink-3 text-meta">
          <bdi>{event}</bdi>
          {origin && (
            <>
              {" · "}
              <bdi>{origin}</bdi>
            </>
          )}
        </span>
        <span className="sr-only">{channelStyle(payment.channel).short}</span>
      </div>
      <div className="shrink-0 text-right">
        <Naira amount={payment.amount} size="row" status={payment.status} className="block" />
        <span className="block text-ink-3 text-meta">
          {status && (
            <>
              <span className={status.ink}>{status.word}</span>
              {" · "}
            </>
          )}
          <Instant at={payment.paid_at} as={timeFormat(payment.paid_at)} />
        </span>
      </div>
    </>
  );
}

/** A time of today without its day, one of another year with that year. */
function timeFormat(at: string): "time" | "day-time" | "date" {
  const [day, today] = [localDay(at), localDay(new Date(serverNow()))];
  if (day === today) return "time";
  return day.slice(0, 4) === today.slice(0, 4) ? "day-time" : "date";
}

/** A text in which the words of the query are marked. */
function Marked({ text, typed }: { text: string; typed: string }) {
  return splitMatches(text, typed).map(({ text: part, isMatch }, index) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <mark key={index} className="rounded-[3px] bg-brand-wash text-inherit">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
