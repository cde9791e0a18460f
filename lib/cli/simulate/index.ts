import { randomInt } from "node:crypto";
import type { z } from "zod";
import { Failure } from "@/lib/core/errors/errors";
import { loadSettings, PROVIDER_NAMES } from "@/lib/env";
import { issueTemporaryKey, revokeApiKey } from "@/lib/organisations";
import type { Session } from "@/lib/sessions/contract";
import { command } from "../command";
import {
  defaulted,
  durationMs,
  filledText,
  flag,
  id,
  numberBetween,
  oneOf,
  optional,
  UsageError,
} from "../options";
import { serviceUrl } from "../service-url";
import {
  DEMO_SCENARIO_NAMES,
  DEMO_SCENARIOS,
  isDemoScenario,
  playDemoEvent,
} from "./demo-event/play-demo-event";
import { SCENARIO_NAMES, SCENARIOS } from "./pace";
import { chooseBank, countPayments, planDestinations } from "./plan";
import { showProgress } from "./progress";
import { sendPayments } from "./send";
import { Service } from "./service";
import { summary } from "./summary";
import { Sums } from "./sums";

const DEFAULT_TERMINALS = 5;
/** How much longer than the run the key is valid; an interrupted run leaves no permanently valid key. */
const KEY_GRACE_MS = 3_600_000;

const ratePerSecond = (text: string) => {
  const [, amount, unit] = /^(\d{1,6}(?:\.\d{1,3})?)(?:\/(s|m|h))?$/.exec(text) ?? [];
  if (!amount || Number(amount) === 0) throw new Error("must be a rate such as 5/s, 90/m or 0.5/s");
  return Number(amount) / (unit === "h" ? 3600 : unit === "m" ? 60 : 1);
};
const webAddress = (text: string) => {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new Error("must be an http:// or https:// address");
};
const clockTime = (text: string) => {
  if (/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text)) return text;
  throw new Error("must be a time of the night such as 21:42:18 or 17:00");
};
const scenarioHelp = [
  ...SCENARIO_NAMES.map((name) => `${name} (${SCENARIOS[name].summary})`),
  ...DEMO_SCENARIO_NAMES.map((name) => `${name} (${DEMO_SCENARIOS[name]})`),
].join(", ");
/** The organisation of the demo scenarios, and the seed of the screenshots. */
const DEMO_ORGANISATION = "Eko Sounds Ltd";
const DEMO_SEED = 12;

const options = {
  session: optional("SESSION_ID", "pay this test session", id("session")),
  new: flag("open a session for it; so it is where no session is named"),
  organisation: optional(
    "NAME",
    `whose the new session is; Simulation where not said, ${DEMO_ORGANISATION} for a night`,
    filledText,
  ),
  terminals: defaulted(
    "N",
    "terminals of the new session; 5 where not said",
    numberBetween(1, 50),
    DEFAULT_TERMINALS,
  ),
  rate: defaulted(
    "RATE",
    "payments a second (5/s), minute (90/m) or hour; 5/s where not said",
    ratePerSecond,
    5,
  ),
  for: defaulted("TIME", "for how long; 60s where not said", durationMs, 60_000),
  "pos-share": optional(
    "SHARE",
    "of all payments at a terminal, 0 to 1; 0.5 where not said",
    numberBetween(0, 1),
  ),
  provider: optional(
    "BANK",
    "the bank that pays; the first of BANK_PROVIDERS where not said",
    oneOf(PROVIDER_NAMES),
  ),
  scenario: defaulted(
    "NAME",
    `${scenarioHelp}; steady where not said`,
    oneOf([...SCENARIO_NAMES, ...DEMO_SCENARIO_NAMES]),
    "steady",
  ),
  begin: optional("TIME", "of a night: the time there that is now; 21:42:18 where not said", clockTime),
  hold: flag("of a night: stop at that time, instead of going on to the night's end"),
  speed: defaulted("N", "pass the time so many times faster", numberBetween(0.01, 1000), 1),
  seed: optional("N", "tell the same names and amounts again", numberBetween(0, 2 ** 32 - 1)),
  url: optional("URL", "where the service is; by HOST and PORT where not said", webAddress),
};

function placesOf(session: z.output<typeof Session>) {
  if (session.status === "closed") {
    throw new Failure("conflict", {
      detail: "That session is closed and takes no payment. Choose an open one.",
    });
  }
  const account = session.collection_account?.account_number;
  return { account, terminals: session.pos_terminals.map((terminal) => terminal.terminal_id) };
}

/** The command that simulates the bank of a running service. */
export const simulateCommands = [
  command({
    name: "simulate",
    summary:
      "Signs and posts what a bank would post to a running service, then compares its sums with the service's.",
    options,
    run: async (input, streams) => {
      const { scenario } = input;
      const url = input.url ?? serviceUrl(loadSettings());
      if (isDemoScenario(scenario)) {
        const organisation = input.organisation ?? DEMO_ORGANISATION;
        return playDemoEvent(
          { ...input, scenario, organisation, url, seed: input.seed ?? DEMO_SEED },
          streams,
        );
      }
      if (input.new && input.session) throw new UsageError("--new and --session exclude one another.");
      const count = countPayments(input.rate, input.for);
      const { provider, secret } = chooseBank(input.provider);
      const seed = input.seed ?? randomInt(2 ** 32 - 1);
      const holder = input.session
        ? { sessionId: input.session }
        : { organisation: input.organisation ?? "Simulation" };
      const key = await issueTemporaryKey(holder, input.for / input.speed + KEY_GRACE_MS);
      const service = new Service(url, key.apiKey);
      const sums = new Sums();
      try {
        const session = input.session
          ? await service.getSession(input.session)
          : await openSession(service, input, seed);
        const destinationOf = planDestinations(provider, placesOf(session), input["pos-share"]);
        const before = await service.getReconciliation(session.session_id);
        const { momentOf } = SCENARIOS[scenario];
        const dueMs = (index: number) => (momentOf(index / count) * input.for) / input.speed;
        const startedAt = performance.now();
        const stopProgress = showProgress(streams, count, sums);
        const { signal } = streams;
        const sending = { service, provider, secret, seed, count, dueMs, destinationOf, signal };
        const unacknowledged = await sendPayments(sending, sums).finally(stopProgress);
        const seconds = Math.round(performance.now() - startedAt) / 1000;
        const differences = sums.compare(before, await service.getReconciliation(session.session_id));
        const run = {
          sessionId: session.session_id,
          provider: provider.name,
          scenario,
          seed,
          seconds,
        };
        return summary(run, sums, { unacknowledged, differences });
      } finally {
        await service.close();
        await revokeApiKey({ keyId: key.keyId });
      }
    },
  }),
];

function openSession(service: Service, input: { terminals: number }, seed: number) {
  return service.openSession({
    external_event_id: `simulation-${seed}`,
    name: `Simulation ${seed}`,
    collection: { account: true, pos: true, pos_count: input.terminals },
  });
}
