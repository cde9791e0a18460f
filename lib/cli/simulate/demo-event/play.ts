import { randomBytes } from "node:crypto";
import { issueApiKey } from "@/lib/organisations";
import type { Outcome, Streams } from "../../command";
import { randomFrom } from "../random";
import { Service } from "../service";
import { StoryBanks } from "./banks";
import { sameSeconds, storyClock } from "./clock";
import { Evening } from "./evening";
import { makeMembers } from "./members";
import { loadEvents, OTHER_DAYS, TONIGHT } from "./other-days";
import { startReceiver } from "./receiver";
import { report, welcome } from "./report";
import { AFTERWARDS_MS, type NightName } from "./scenarios";
import { type Kit, stageJazzNight } from "./stage";
import { EVENT } from "./story/cast";
import { tellJazzNight } from "./story/jazz-night";
import { atClock } from "./story/payment";

/** What is to be loaded before the moment that is asked for, beside what is loaded first; and the least time for it. */
const TONIGHTS_SHARE = 0.6;
const LEAST_LEAD_MS = 20_000;
/** For the first try of these payers' events the platform is away, and they are tried again within this time. */
const STUMBLES = ["Kelechi Iwu", "Bolanle Akinola", "Femi Balogun"] as const;
const TRIED_AGAIN_MS = 20_000;

export interface NightInput {
  scenario: NightName;
  organisation: string;
  url: string;
  seed: number;
  speed: number;
  /** The night's time that is now: what came before it is there at once. */
  begin: string | undefined;
  /** Whether it ends there. */
  hold: boolean;
}

/**
 * Stages the organisation of the pictures, plays its banks up to the chosen moment and on from there, and compares the
 * sums. Every payment comes through the banks' own door.
 */
export async function playNight(input: NightInput, streams: Streams): Promise<Outcome> {
  const { organisation, seed, speed, url } = input;
  const isAfter = input.scenario === "lagos-jazz-night-after";
  const beginMs = isAfter ? AFTERWARDS_MS : atClock(input.begin ?? EVENT.nowClock);
  const { organisationId, apiKey } = await issueApiKey({ organisation, mode: "test" });
  const owner = await makeMembers(organisation);
  const service = new Service(url, apiKey);
  const kitAt = (at: Date): Kit => ({
    service,
    scope: { organisationId, mode: "test" as const, by: owner.actor },
    clock: storyClock({ beginMs, at, speed }),
    banks: new StoryBanks(randomFrom(seed), randomBytes(4).toString("hex")),
  });
  const receiver = await startReceiver(randomFrom(seed + 1), STUMBLES);
  const played = { organisation, apiKey, owner, url };
  try {
    const startedAt = Date.now();
    if (!isAfter) await loadEvents(kitAt(new Date()), OTHER_DAYS, seed);
    // What is told next is slow where that was.
    const leadMs = LEAST_LEAD_MS + (Date.now() - startedAt) * TONIGHTS_SHARE;
    const kit = kitAt(isAfter ? new Date() : sameSeconds(new Date(Date.now() + leadMs), beginMs));
    const others = isAfter ? [] : await loadEvents(kit, TONIGHT, seed + OTHER_DAYS.length);
    const staged = await stageJazzNight(kit, receiver.url);
    streams.err(`${welcome(played, staged)}\n`);
    const untilMs = input.hold ? beginMs : Number.POSITIVE_INFINITY;
    const evening = new Evening(kit, staged, { story: tellJazzNight(seed), others, untilMs });
    await evening.load();
    if (isAfter) await evening.close();
    else await evening.goOn(streams.signal);
    const verdict = await evening.verdict();
    await receiver.taken(verdict.payments, TRIED_AGAIN_MS);
    return report(played, staged, verdict);
  } finally {
    receiver.close();
    await service.close();
  }
}
