import assert from "node:assert/strict";
import type { APIRequestContext } from "@playwright/test";
import { isFailure } from "@/lib/core/errors/errors";
import { type Bank, createBank } from "../bank";
import { createMember, signIn } from "../dashboard/sign-in";
import type { Platform, Receiver } from "../fixtures";
import { type Answer, type Api, type Call, createApi, send } from "../http-client";
import { cliActions, type FoundException } from "./cli-actions";
import type { Decision } from "./exceptions";

/** The service under test, with an organisation's API access and every bank. */
export interface ServiceClients {
  api: Api;
  bank: Bank;
  receiver: Receiver;
}

/** The same with a member of the organisation who decides about exceptions. */
export interface TestSystem extends ServiceClients {
  asMember: (call: Call) => Promise<Answer>;
}

/** A system whose requests go to these servers in turn: each must read what the others have written. */
export async function createTestSystem(
  servers: readonly string[],
  given: { platform: Platform; receiver: Receiver; request: APIRequestContext },
): Promise<TestSystem> {
  const { platform, receiver, request } = given;
  let requests = 0;
  const next = () => servers[requests++ % servers.length] ?? "";
  await signIn({ request }, await createMember(platform.organisation, "owner"));
  const { cookies } = await request.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  return {
    api: createApi(next, platform.apiKey),
    bank: createBank(next),
    receiver,
    asMember: (call) => send(next, { ...call, headers: { cookie } }),
  };
}

const NOTE = "Decided by the model.";

/** Makes a member's decision over HTTP. Returns whether it won; false if it was refused as a conflict. */
async function decideAsMember(
  { asMember }: TestSystem,
  { id, sessionId }: FoundException,
  { decision, to }: { decision: Decision; to: string },
): Promise<boolean> {
  const path = `/api/dashboard/sessions/${sessionId}/exceptions/${id}`;
  const { status, text } = await asMember(
    decision === "assigned"
      ? { method: "POST", path: `${path}/assign`, body: { to_session_id: to } }
      : { method: "POST", path: `${path}/resolve`, body: { resolution: decision, note: NOTE } },
  );
  assert.ok(status === 200 || status === 409, `a decision was answered ${status}: ${text.slice(0, 300)}`);
  return status === 200;
}

/** Makes a decision through the command line. */
async function decideByCommand(
  { id: exceptionId }: FoundException,
  { decision, to: sessionId }: { decision: Decision; to: string },
): Promise<boolean> {
  try {
    if (decision === "assigned") await cliActions.assignException({ exceptionId, sessionId });
    else if (decision === "accepted") await cliActions.acceptSettlement({ exceptionId, note: NOTE });
    else await cliActions.dismissException({ exceptionId, note: NOTE, resolution: decision });
    return true;
  } catch (thrown) {
    if (isFailure(thrown) && thrown.code === "conflict") return false;
    throw thrown;
  }
}

/** Makes every decision in parallel, through HTTP and the command line in turn. Returns which of them won. */
export function decideInParallel(
  system: TestSystem,
  exception: FoundException,
  decisions: readonly { decision: Decision; to: string }[],
): Promise<boolean[]> {
  return Promise.all(
    decisions.map((one, position) =>
      exception.sessionId && position % 2 === 0
        ? decideAsMember(system, exception, one)
        : decideByCommand(exception, one),
    ),
  );
}
