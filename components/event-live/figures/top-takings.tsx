"use client";

import { memo, useState } from "react";
import { ArrowRight } from "@/components/ui/icons/icons";
import { toKobo } from "@/lib/core/format/naira";
import { RankBar } from "../../charts/split-bar";
import type { LiveFiguresJson } from "../../live-feed/live-provider";
import { Naira } from "../../shared/format/money";
import { cn } from "../../ui/display/cn";
import { Link } from "../../ui/display/link";
import { Segmented } from "../../ui/forms/segmented";
import * as texts from "./texts";

const CHOICES = [
  { value: "terminals", label: texts.terminals },
  { value: "operators", label: texts.operators },
] as const;
type Choice = (typeof CHOICES)[number]["value"];

const MAX_RANKS = 5;

interface Rank {
  key: string;
  name: string;
  beside: string;
  amount: string;
}

function ranksOf({ terminals, operators }: LiveFiguresJson, by: Choice): Rank[] {
  const ranks =
    by === "terminals"
      ? terminals.map(({ terminal_id, label, location, amount }) => ({
          key: terminal_id,
          name: label,
          beside: location,
          amount,
        }))
      : operators.flatMap(({ operator_id, name, amount }) =>
          operator_id ? [{ key: operator_id, name: name ?? "", beside: "", amount }] : [],
        );
  return ranks
    .filter(({ amount }) => toKobo(amount) > 0n)
    .sort((a, b) => (toKobo(b.amount) > toKobo(a.amount) ? 1 : -1))
    .slice(0, MAX_RANKS);
}

/** Returns the share in thousandths, which is finer than a pixel of the bar. */
const shareOf = (amount: string, most: string) =>
  Number((toKobo(amount) * 1_000n) / (toKobo(most) || 1n)) / 1_000;

interface TopTakingsProps {
  sessionId: string;
  figures: LiveFiguresJson;
  className?: string;
}

/** The label of the link to the terminals: one terminal needs no "all". */
const labelAll = (count: number) => {
  const terminals = texts.countTerminals(count);
  return count === 1 ? terminals : texts.allTerminals(terminals);
};

/** Terminals or operators with the highest takings. */
export const TopTakings = memo(function TopTakings({ sessionId, figures, className }: TopTakingsProps) {
  const [by, setBy] = useState<Choice>("terminals");
  const ranks = ranksOf(figures, by);
  const most = ranks[0]?.amount ?? "0.00";
  const all = by === "terminals" ? labelAll(figures.terminals.length) : texts.allOperators;
  return (
    <section aria-label={texts.topTakings} className={cn("flex flex-col p-4", className)}>
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h2 className="text-body text-ink-2">{texts.topTakings}</h2>
        <Segmented label={texts.topTakingsBy} choices={CHOICES} value={by} onChange={setBy} />
      </div>
      {ranks.length === 0 ? (
        <p className="mt-3 text-body text-ink-3">
          {by === "terminals" ? texts.noTerminalPayments : texts.noPaymentIsAssigned}
        </p>
      ) : (
        <ol className="mt-1.5 flex flex-1 flex-col gap-1.5 text-body">
          {ranks.map(({ key, name, beside, amount }) => (
            <li key={key}>
              <div className="mb-1 flex items-baseline gap-2">
                <span className="min-w-18 max-w-3/5 shrink-0 truncate font-medium">{name}</span>
                <span className="mr-auto truncate text-ink-3">{beside}</span>
                <Naira amount={amount} className="font-medium" />
              </div>
              <RankBar share={shareOf(amount, most)} />
            </li>
          ))}
        </ol>
      )}
      <Link
        href={`/events/${sessionId}/${by}`}
        className="mt-2.5 inline-flex items-center gap-1.5 self-start rounded-chip font-medium text-ink-2 text-meta hover:text-ink"
      >
        {all}
        <ArrowRight aria-hidden className="size-3.5" />
      </Link>
    </section>
  );
});
