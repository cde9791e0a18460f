import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { z } from "zod";
import { formatPayerName, stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import type { FoundInEvents } from "@/lib/payment-search/contract";
import { getJson } from "../../shared/requests/api";
import { SEARCH_DELAY_MS } from "../../shared/tables/search-delay";
import type { Command } from "./command-list";
import * as texts from "./texts";

type Page = z.input<typeof FoundInEvents>;

/** Shorter texts are in nearly every payment. */
const MIN_LENGTH = 3;
const MAX_FOUND = 20;

/** Searches all events, with as many requests as that takes; stops when enough payments are found. */
async function search(q: string, signal: AbortSignal): Promise<Page["payments"]> {
  const found: Page["payments"] = [];
  let after: string | null = null;
  do {
    const query = new URLSearchParams({ q, limit: String(MAX_FOUND), ...(after && { after }) });
    const page: Page = await getJson<Page>(`/api/dashboard/payments?${query}`, signal);
    found.push(...page.payments);
    after = page.next;
  } while (after && found.length < MAX_FOUND);
  return found;
}

function toCommand({ session_id: sessionId, event_name: event, payment }: Page["payments"][number]): Command {
  return {
    id: payment.id,
    name: formatPayerName(payment.sender_name) || texts.noName,
    group: texts.payments,
    href: `/events/${sessionId}?payment=${payment.id}`,
    payment: {
      event: stripInvisibleCharacters(event),
      payment: { ...payment, narration: stripInvisibleCharacters(payment.narration) },
    },
  };
}

interface FoundPayments {
  payments: Command[];
  note?: string;
  retry?: () => void;
}

/**
 * Finds the payments of all events that match a text of at least three characters. `note` says what the results do not show:
 * that the search is running, or that it failed; then `retry` repeats it.
 */
export function useFoundPayments(typed: string): FoundPayments {
  const text = typed.trim();
  const [q, setQ] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setQ(text), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const isLongEnough = text.length >= MIN_LENGTH;
  const { data, isError, isSuccess, refetch } = useQuery({
    queryKey: ["payments", "in-events", q],
    queryFn: ({ signal }) => search(q, signal),
    enabled: isLongEnough && q === text,
    staleTime: 0,
  });
  if (!isLongEnough) return { payments: [] };
  if (isError)
    return { payments: [], note: texts.thePaymentsCouldNotBeSearched, retry: () => void refetch() };
  const isCurrent = isSuccess && q === text;
  if (!isCurrent) return { payments: [], note: texts.searchingPayments };
  return { payments: data.map(toCommand) };
}
