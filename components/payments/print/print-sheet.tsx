import type { ReactNode } from "react";
import { formatCount } from "@/lib/core/format/count";
import { formatDate, formatFull, formatRange } from "@/lib/core/format/format-date";
import { formatCollectionAccount, stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import type { VolumeJson } from "@/lib/core/money";
import type { EventJson } from "../../event-live/header/event-header";
import type { LiveFiguresJson } from "../../live-feed/live-provider";
import type { ProfileJson } from "../../settings/profile/use-profile";
import { channelStyle } from "../../shared/format/channel";
import { Naira } from "../../shared/format/money";
import { Letterhead } from "./letterhead";
import { PrintButton } from "./print-button";
import * as texts from "./texts";

/** A printable page of the organisation, with a preview on the screen. */
export function PrintPage({
  profile,
  title,
  lines,
  children,
}: {
  profile: ProfileJson;
  title: string;
  lines: ReactNode[];
  children: ReactNode;
}) {
  return (
    <article className="mx-auto my-6 max-w-[760px] rounded-card border border-edge bg-surface p-10 max-md:p-5 max-[25rem]:p-3 print:m-0 print:max-w-none print:border-0 print:p-0">
      <Letterhead profile={profile} />
      <header className="flex items-start justify-between gap-4 border-ink border-b-2 pb-4">
        <div>
          <h1 className="text-dialog">{title}</h1>
          {lines.filter(Boolean).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines have a fixed order
            <p key={index} className="text-ink-2">
              {line}
            </p>
          ))}
        </div>
        <PrintButton />
      </header>
      {children}
    </article>
  );
}

interface SheetRow extends VolumeJson {
  name: ReactNode;
}

function SumTable({ title, rows, total }: { title: string; rows: SheetRow[]; total: VolumeJson }) {
  return (
    <section className="mt-6 break-inside-avoid">
      <table className="w-full text-left min-[400px]:table-fixed">
        <caption className="pb-1 text-left text-section">{title}</caption>
        <thead className="text-ink-3 text-meta">
          <tr className="border-edge-strong border-b">
            <th className="py-1 font-medium" scope="col">
              {texts.name}
            </th>
            <th className="py-1 text-right font-medium min-[400px]:w-1/4" scope="col">
              {texts.payments}
            </th>
            <th className="py-1 pl-3 text-right font-medium min-[400px]:w-1/3" scope="col">
              {texts.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a printed sheet never changes
            <Line key={index} {...row} />
          ))}
        </tbody>
        <tfoot className="border-ink border-t font-semibold">
          <Line name={texts.total} {...total} />
        </tfoot>
      </table>
    </section>
  );
}

function Line({ name, count, amount }: SheetRow) {
  return (
    <tr className="border-edge border-b">
      <th className="wrap-anywhere py-1.5 font-normal" scope="row">
        {name}
      </th>
      <td className="figures py-1.5 text-right">{formatCount(count)}</td>
      <td className="py-1.5 pl-3 text-right">
        <Naira amount={amount} />
      </td>
    </tr>
  );
}

interface SheetProps {
  profile: ProfileJson;
  event: EventJson;
  figures: LiveFiguresJson;
  /** Open exceptions by reason; undefined for members without the permission. */
  exceptions: { name: string; count: number }[] | undefined;
  preparedBy: string;
}

/** The time and the venue of an event, as far as they are known. */
const formatTimeAndVenue = ({ starts_at: start, ends_at: end, venue }: EventJson): string =>
  [formatRange(start, end), venue && stripInvisibleCharacters(venue)].filter(Boolean).join(", ");

/** Printable summary of an event: takings by channel, terminal and operator, open exceptions and signatures. */
export function PrintSheet({ profile, event, figures, exceptions, preparedBy }: SheetProps) {
  const taken = { count: figures.successful_count, amount: figures.total_inflow };
  const account = event.collection_account;
  return (
    <PrintPage
      profile={profile}
      title={stripInvisibleCharacters(event.name)}
      lines={[
        formatTimeAndVenue(event),
        account && `${account.bank_name} ${formatCollectionAccount(account.account_number)}`,
        texts.asOf(
          figures.status === "closed" ? texts.closed : texts.stillOpenFiguresMayChange,
          formatFull(figures.as_of),
        ),
      ]}
    >
      <div className="mt-6 flex flex-wrap items-baseline justify-between gap-2">
        <span className="text-section">{texts.totalTaken}</span>
        <Naira amount={figures.total_inflow} size="hero" className="max-sm:text-figure" />
      </div>
      <p className="text-ink-2">
        {texts.notCountedPending(
          texts.countPayments(figures.successful_count),
          formatCount(figures.pending_count),
        )}
        <Naira amount={figures.pending_amount} />
        {texts.andFailed(formatCount(figures.failed_count))}
        <Naira amount={figures.failed_amount} />
        ).
      </p>
      <SumTable
        title={texts.byChannel}
        rows={figures.by_channel.map((one) => ({ ...one, name: channelStyle(one.channel).name }))}
        total={taken}
      />
      <SumTable title={texts.byTerminal} rows={terminalRows(figures)} total={taken} />
      <SumTable
        title={texts.byOperator}
        rows={figures.operators.map((one) => ({
          ...one,
          name: one.name ? stripInvisibleCharacters(one.name) : texts.unassigned,
        }))}
        total={taken}
      />
      <OpenExceptions exceptions={exceptions} />
      <Signatures preparedBy={preparedBy} asOf={figures.as_of} />
    </PrintPage>
  );
}

function terminalRows({ terminals, total_inflow, successful_count }: LiveFiguresJson): SheetRow[] {
  const kobo = (amount: string) => BigInt(amount.replace(".", ""));
  const count = terminals.reduce((sum, one) => sum + one.count, 0);
  const amount = terminals.reduce((sum, one) => sum + kobo(one.amount), 0n);
  const rest = (kobo(total_inflow) - amount).toString().padStart(3, "0");
  return [
    ...terminals.map((one) => ({ ...one, name: [one.label, one.location].filter(Boolean).join(", ") })),
    {
      name: texts.noTerminalBankTransfers,
      count: successful_count - count,
      amount: `${rest.slice(0, -2)}.${rest.slice(-2)}`,
    },
  ];
}

function OpenExceptions({ exceptions }: Pick<SheetProps, "exceptions">) {
  if (!exceptions) return null;
  return (
    <section className="mt-6 break-inside-avoid">
      <h2 className="text-section">{texts.openExceptions}</h2>
      {exceptions.length === 0 && <p className="text-ink-2">{texts.none}</p>}
      <ul className="text-ink-2">
        {exceptions.map(({ name, count }) => (
          <li key={name}>
            {name}: {formatCount(count)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Signatures({ preparedBy, asOf }: { preparedBy: string; asOf: string }) {
  return (
    <section
      className="mt-12 grid break-inside-avoid grid-cols-2 gap-10 text-ink-2"
      aria-label={texts.signatures}
    >
      <p className="border-ink border-t pt-1">
        {texts.preparedBy(stripInvisibleCharacters(preparedBy), formatDate(asOf))}
      </p>
      <p className="border-ink border-t pt-1">{texts.checkedBy}</p>
    </section>
  );
}
