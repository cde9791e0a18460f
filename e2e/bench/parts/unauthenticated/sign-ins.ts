import { setTimeout as sleep } from "node:timers/promises";
import { assertDefined } from "@/lib/core/errors/assert";
import { withServer } from "../../baselines/compared-servers";
import { type Running, startTakings } from "../../baselines/start";
import { createFilledSessions } from "../../filled-sessions";
import { pace } from "../../load/constant-rate";
import { computePercentiles, median } from "../../load/latencies";
import { createMember } from "../../load/members";
import { repeatRequest, serialiseRequest } from "../../load/request-source";
import { type SignInForm, sendSignInForm, signIn } from "../../load/sse-clients";
import { atMost, logProgress, type PartResult } from "../../report";
import { apiKey } from "../../setup";

const STRANGERS = 48;
const PAYMENTS = 100;
const PAUSE_MS = 1_000;
const ROUNDS = 3;
const READS_PER_SECOND = 100;
const SECONDS = 5;
/** About ten attempts are hashed, one or two at a time, in about 0.25 s each; the others are refused at once. */
const MAX_LAST_MS = 5_000;
const MAX_MEMBER_MS = 2_500;

interface Round {
  /** From the first of the attempts at once until the last of them is answered. */
  lastMs: number;
  /** The sign-in of a member, in a browser that is known, beside them. */
  memberMs: number;
  refusedAtOnce: number;
  aloneP99: number;
  besideP99: number;
}

let attempts = 0;

/** One attempt with a wrong password for an account of nobody, from an address of its own. Returns the status. */
async function tryAsStranger(port: number): Promise<number> {
  const number = ++attempts;
  const answer = await sendSignInForm(port, {
    email: `stranger-${number}@bench.example`,
    password: "not-the-password-of-anybody",
    address: `203.0.${number >> 8}.${number & 255}`,
  });
  await answer.arrayBuffer();
  return answer.status;
}

const since = (startedAt: number) => performance.now() - startedAt;

async function readsP99(port: number, sessionId: string): Promise<number> {
  const path = `/v1/transactions?session_id=${sessionId}`;
  const request = serialiseRequest("GET", path, { "x-api-key": await apiKey() });
  const count = READS_PER_SECOND * SECONDS;
  const paced = await pace({ port, perSecond: READS_PER_SECOND, count, supply: repeatRequest(request) });
  if (paced.errors > 0) throw new Error(`${paced.errors} reads failed`);
  return computePercentiles(paced.times).p99;
}

/** Reads while 48 strangers try to sign in, each again a second after its answer. */
async function readsP99BesideStrangers(port: number, sessionId: string): Promise<number> {
  let isEnding = false;
  const strangers = Promise.all(
    Array.from({ length: STRANGERS }, async () => {
      while (!isEnding) {
        await tryAsStranger(port);
        await sleep(PAUSE_MS);
      }
    }),
  );
  const p99 = await readsP99(port, sessionId);
  isEnding = true;
  await strangers;
  return p99;
}

async function measureRound(
  { port }: Running,
  { member, sessionId }: { member: SignInForm; sessionId: string },
): Promise<Round> {
  const aloneP99 = await readsP99(port, sessionId);
  const startedAt = performance.now();
  const answers = Array.from({ length: STRANGERS }, () => tryAsStranger(port));
  await sleep(50);
  const memberStartedAt = performance.now();
  await signIn(port, member);
  const memberMs = since(memberStartedAt);
  const statuses = await Promise.all(answers);
  const lastMs = since(startedAt);
  const refusedAtOnce = statuses.filter((status) => status === 429).length;
  const besideP99 = await readsP99BesideStrangers(port, sessionId);
  return { lastMs, memberMs, refusedAtOnce, aloneP99, besideP99 };
}

/** Strangers try to sign in, 48 at once, while a member signs in and a platform reads. */
export async function measureSignIns(): Promise<PartResult> {
  const login = await createMember();
  const [filled] = await createFilledSessions([PAYMENTS]);
  const sessionId = assertDefined(filled, "one session was filled");
  const rounds: Round[] = [];
  await withServer(
    () => startTakings({ TRUST_PROXY: "127.0.0.1/32" }),
    async (server) => {
      const member = { ...login, cookie: await signIn(server.port, login) };
      for (let round = 1; round <= ROUNDS; round++) {
        rounds.push(await measureRound(server, { member, sessionId }));
        logProgress(`round ${round}: ${JSON.stringify(rounds.at(-1))}`);
      }
    },
  );
  const of = (read: (round: Round) => number) => median(rounds.map(read));
  return {
    title: `${STRANGERS} sign-ins at once with wrong passwords, beside ${READS_PER_SECOND} reads a second`,
    head: ["what", "median of three"],
    rows: [
      ["refused at once with 429", of(({ refusedAtOnce }) => refusedAtOnce)],
      ["reads alone, p99 ms", of(({ aloneP99 }) => aloneP99)],
      ["reads beside, p99 ms", of(({ besideP99 }) => besideP99)],
    ],
    bars: [
      atMost(
        "the last of them is answered after",
        of(({ lastMs }) => lastMs),
        MAX_LAST_MS,
        " ms",
      ),
      atMost(
        "a member's sign-in in a known browser",
        of(({ memberMs }) => memberMs),
        MAX_MEMBER_MS,
        " ms",
      ),
    ],
  };
}
