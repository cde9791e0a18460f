import { randomInt } from "node:crypto";
import { type Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import type { z } from "zod";
import { Failure } from "@/lib/core/errors/errors";
import { COMMAND_LINE } from "@/lib/core/scope";
import { loadSettings, PROVIDER_NAMES } from "@/lib/env";
import { issueTemporaryKey, revokeApiKey } from "@/lib/organisations";
import type { Session } from "@/lib/sessions/contract";
import type { CommandLine, Outcome, Streams } from "../command";
import { durationMs, filledText, id, numberBetween, webAddress } from "../options";
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

/** How much longer than the run the key is valid; an interrupted run leaves no permanently valid key. */
const KEY_GRACE_MS = 3_600_000;

const ratePerSecond = (text: string) => {
  const [, amount, unit] = /^(\d{1,6}(?:\.\d{1,3})?)(?:\/(s|m|h))?$/.exec(text) ?? [];
  if (!amount || Number(amount) === 0)
    throw new InvalidArgumentError("must be a rate such as 5/s, 90/m or 0.5/s.");
  return Number(amount) / (unit === "h" ? 3600 : unit === "m" ? 60 : 1);
};
const clockTime = (text: string) => {
  if (/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text)) return text;
  throw new InvalidArgumentError("must be a time of the night such as 21:42:18 or 17:00.");
};
const scenarioHelp = [
  ...SCENARIO_NAMES.map((name) => `${name} (${SCENARIOS[name].summary})`),
  ...DEMO_SCENARIO_NAMES.map((name) => `${name} (${DEMO_SCENARIOS[name]})`),
].join(", ");
/** The organisation of the demo scenarios, and the seed of the screenshots. */
const DEMO_ORGANISATION = "Eko Sounds Ltd";
const DEMO_SEED = 12;

const declareSimulate = (program: Command) =>
  program
    .command("simulate")
    .description(
      "Signs and posts what a bank would post to a running service, then compares its sums with the service's.",
    )
    .option("--session <SESSION_ID>", "pay this test session, ses_…", id("session"))
    .addOption(new Option("--new", "create a session; the default without a session").conflicts("session"))
    .option(
      "--organisation <NAME>",
      `the new session's organisation; default Simulation, for the demo event ${DEMO_ORGANISATION}`,
      filledText,
    )
    .option("--terminals <N>", "the number of terminals of the new session", numberBetween(1, 50), 5)
    .addOption(
      new Option("--rate <RATE>", "payments per second (5/s), minute (90/m) or hour (2000/h)")
        .argParser(ratePerSecond)
        .default(5, "5/s"),
    )
    .addOption(new Option("--for <TIME>", "the duration").argParser(durationMs).default(60_000, "60s"))
    .option(
      "--pos-share <SHARE>",
      "the share of payments at a terminal, 0 to 1; default half, or what is possible",
      numberBetween(0, 1),
    )
    .addOption(
      new Option("--provider <BANK>", "the bank; default the first of BANK_PROVIDERS").choices(
        PROVIDER_NAMES,
      ),
    )
    .addOption(
      new Option("--scenario <NAME>", scenarioHelp)
        .choices([...SCENARIO_NAMES, ...DEMO_SCENARIO_NAMES])
        .default("steady"),
    )
    .option("--begin <TIME>", "of the demo event: its time at the start; default 21:42:18", clockTime)
    .option("--hold", "of the demo event: stop at that time instead of continuing to its end")
    .option("--speed <N>", "run the time so many times faster", numberBetween(0.01, 1000), 1)
    .option("--seed <N>", "repeat the same names and amounts", numberBetween(0, 2 ** 32 - 1))
    .option("--url <URL>", "the address of the service; default from HOST and PORT", webAddress);

type Input = ReturnType<ReturnType<typeof declareSimulate>["opts"]>;

function placesOf(session: z.output<typeof Session>) {
  if (session.status === "closed") {
    throw new Failure("conflict", {
      detail: "That session is closed and takes no payment. Choose an open one.",
    });
  }
  const account = session.collection_account?.account_number;
  return { account, terminals: session.pos_terminals.map((terminal) => terminal.terminal_id) };
}

/** Adds the command that simulates the bank of a running service. */
export function addSimulateCommand({ program, report, streams }: CommandLine): void {
  declareSimulate(program).action(report((input) => simulate(input, streams)));
}

async function simulate(input: Input, streams: Streams): Promise<Outcome> {
  const { scenario } = input;
  const url = input.url ?? serviceUrl(loadSettings());
  if (isDemoScenario(scenario)) {
    const { organisation = DEMO_ORGANISATION, seed = DEMO_SEED, begin, hold = false, speed } = input;
    return playDemoEvent({ scenario, organisation, url, seed, speed, begin, hold }, streams);
  }
  const count = countPayments(input.rate, input.for);
  const { provider, secret } = chooseBank(input.provider);
  const seed = input.seed ?? randomInt(2 ** 32 - 1);
  const holder = input.session
    ? { sessionId: input.session }
    : { organisation: input.organisation ?? "Simulation" };
  const key = await issueTemporaryKey(COMMAND_LINE, holder, input.for / input.speed + KEY_GRACE_MS);
  const service = new Service(url, key.apiKey);
  const sums = new Sums();
  try {
    const session = input.session
      ? await service.getSession(input.session)
      : await openSession(service, input, seed);
    const destinationOf = planDestinations(provider, placesOf(session), input.posShare);
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
    const run = { sessionId: session.session_id, provider: provider.name, scenario, seed, seconds };
    return summary(run, sums, { unacknowledged, differences });
  } finally {
    await service.close();
    await revokeApiKey(COMMAND_LINE, { keyId: key.keyId });
  }
}

function openSession(service: Service, input: { terminals: number }, seed: number) {
  return service.openSession({
    external_event_id: `simulation-${seed}`,
    name: `Simulation ${seed}`,
    collection: { account: true, pos: true, pos_count: input.terminals },
  });
}
