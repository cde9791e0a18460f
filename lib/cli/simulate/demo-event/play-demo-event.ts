import { randomBytes } from "node:crypto";
import { keysOf } from "@/lib/core/keys";
import { COMMAND_LINE } from "@/lib/core/scope";
import { DAY_MS } from "@/lib/core/time/durations";
import { issueApiKey } from "@/lib/organisations";
import type { Outcome, Streams } from "../../command";
import { randomFrom } from "../random";
import { Service } from "../service";
import { StoryBanks } from "./banks";
import { alignSeconds, storyClock } from "./clock";
import { EventPlayback, loadEvents, OTHER_DAY_EVENTS, TONIGHT_EVENTS } from "./event-playback";
import { startReceiver } from "./receiver";
import { formatWelcome, report } from "./report";
import { makeMembers, type StageContext, stageJazzNight } from "./stage";
import { EVENT } from "./story/cast";
import { generateJazzNight } from "./story/jazz-night";
import { atClock } from "./story/payment";

/** The demo scenarios by name. */
export const DEMO_SCENARIOS = {
  "lagos-jazz-night": "a whole organisation in the middle of its biggest night",
  "lagos-jazz-night-after": "the same night three days later, closed",
} as const;

export type DemoScenarioName = keyof typeof DEMO_SCENARIOS;
export const DEMO_SCENARIO_NAMES = keysOf(DEMO_SCENARIOS);

/** Whether a scenario is a demo scenario. */
export const isDemoScenario = (name: string): name is DemoScenarioName => Object.hasOwn(DEMO_SCENARIOS, name);

/** When the closed event is viewed: on Tuesday morning. */
const CLOSED_VIEW_MS = atClock("09:12") + 2 * DAY_MS;

/** Loading time of tonight's events as a share of that of the other events, and the minimum lead time. */
const TONIGHT_SHARE = 0.6;
const MIN_LEAD_MS = 20_000;
/**
 * The platform is unavailable for the first delivery attempt of these payers' events, which are retried within this
 * time.
 */
const FIRST_ATTEMPT_FAILS = ["Kelechi Iwu", "Bolanle Akinola", "Femi Balogun"] as const;
const RETRIED_WITHIN_MS = 20_000;

export interface DemoEventInput {
  scenario: DemoScenarioName;
  organisation: string;
  url: string;
  seed: number;
  speed: number;
  /** The story's time at the start: earlier payments are posted at once. */
  begin: string | undefined;
  /** Whether the run ends there. */
  hold: boolean;
}

/**
 * Creates the demo organisation, plays its banks up to the chosen moment and onwards, and compares the totals. Every
 * payment is posted to the bank webhook endpoint.
 */
export async function playDemoEvent(input: DemoEventInput, streams: Streams): Promise<Outcome> {
  const { organisation, seed, speed, url } = input;
  const isAfter = input.scenario === "lagos-jazz-night-after";
  const beginMs = isAfter ? CLOSED_VIEW_MS : atClock(input.begin ?? EVENT.nowClock);
  const { organisationId, apiKey } = await issueApiKey(COMMAND_LINE, { organisation, mode: "test" });
  const owner = await makeMembers(organisation);
  const service = new Service(url, apiKey);
  const contextAt = (at: Date): StageContext => ({
    service,
    scope: { organisationId, mode: "test" as const, actor: owner.actor },
    clock: storyClock({ beginMs, at, speed }),
    banks: new StoryBanks(randomFrom(seed), randomBytes(4).toString("hex")),
  });
  const receiver = await startReceiver(randomFrom(seed + 1), FIRST_ATTEMPT_FAILS);
  const played = { organisation, apiKey, owner, url };
  try {
    const startedAt = Date.now();
    if (!isAfter) await loadEvents(contextAt(new Date()), OTHER_DAY_EVENTS, seed);
    // Posting the next part is slow if this part was.
    const leadMs = MIN_LEAD_MS + (Date.now() - startedAt) * TONIGHT_SHARE;
    const kit = contextAt(isAfter ? new Date() : alignSeconds(new Date(Date.now() + leadMs), beginMs));
    const others = isAfter ? [] : await loadEvents(kit, TONIGHT_EVENTS, seed + OTHER_DAY_EVENTS.length);
    const staged = await stageJazzNight(kit, receiver.url);
    streams.err(`${formatWelcome(played, staged)}\n`);
    const untilMs = input.hold ? beginMs : Number.POSITIVE_INFINITY;
    const evening = new EventPlayback(kit, staged, { story: generateJazzNight(seed), others, untilMs });
    await evening.load();
    if (isAfter) await evening.close();
    else await evening.playLive(streams.signal);
    const verdict = await evening.compareTotals();
    await receiver.waitForAccepted(verdict.payments, RETRIED_WITHIN_MS);
    return report(played, staged, verdict);
  } finally {
    receiver.close();
    await service.close();
  }
}
