import { formatKobo } from "@/lib/core/money";
import type { Outcome } from "../../command";
import type { EventPlayback } from "./event-playback";
import type { StagedEvent, StoryOwner } from "./stage";

interface Played {
  url: string;
  organisation: string;
  apiKey: string;
  owner: StoryOwner;
}

/** Links to the pages of the staged event. */
function linksOf(url: string, sessionId: string): Record<string, string> {
  const event = `${url}/events/${sessionId}`;
  return {
    events: `${url}/events`,
    live: event,
    terminals: `${event}/terminals?view=grid`,
    silent: `${event}/terminals?view=list&state=silent`,
    operators: `${event}/operators`,
    reconciliation: `${event}/reconciliation`,
    settlement: `${event}/settlement`,
    webhooks: `${event}/webhooks`,
    wallboard: `${url}/wall/${sessionId}`,
  };
}

const toLines = (pairs: Record<string, string>) =>
  Object.entries(pairs)
    .map(([name, value]) => `  ${name.padEnd(16)}${value}`)
    .join("\n");

function signInDetails({ owner, apiKey }: Played): Record<string, string> {
  return { "Sign in as": owner.email, Password: owner.password ?? "as it was", "API key": apiKey };
}

/** Formats the text for when the event is open: who signs in, and where. */
export function formatWelcome(played: Played, { sessionId, name }: StagedEvent): string {
  const links = linksOf(played.url, sessionId);
  return `${name} is on.\n${toLines({ ...signInDetails(played), Live: links.live ?? "" })}`;
}

/** Reports what was played, its links, and whether the service recorded the same; exit code 1 if it did not. */
export function report(
  played: Played,
  { sessionId, name }: StagedEvent,
  verdict: Awaited<ReturnType<EventPlayback["compareTotals"]>>,
): Outcome {
  const { payments, naira, recorded, matches } = verdict;
  const links = linksOf(played.url, sessionId);
  const data = {
    sessionId,
    organisation: played.organisation,
    apiKey: played.apiKey,
    member: { email: played.owner.email, password: played.owner.password },
    payments,
    total: formatKobo(recorded),
    matches,
    links,
  };
  const sums = matches
    ? "The service recorded the same, to the kobo."
    : `DIFFERENCE: sent ${formatKobo(naira)}, recorded ${formatKobo(recorded)}.`;
  const text = `${name}: ${payments} payments, ${formatKobo(recorded)} naira. ${sums}\n\n${toLines({ ...signInDetails(played), ...links })}`;
  return { data, text, exitCode: matches ? 0 : 1 };
}
