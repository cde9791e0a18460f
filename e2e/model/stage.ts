import assert from "node:assert/strict";
import type { APIRequestContext } from "@playwright/test";
import { isFailure } from "@/lib/core/errors";
import { type Bank, bankOf } from "../bank";
import { newMember, signIn } from "../dashboard/sign-in";
import type { Platform, Receiver } from "../fixtures";
import { type Answer, type Api, apiOf, type Call, send } from "../http-client";
import { type FoundException, office } from "./cli-actions";
import type { Decision } from "./exceptions";

/** The service under test, as one organisation and every bank see it. */
export interface Place {
  api: Api;
  bank: Bank;
  receiver: Receiver;
}

/** The same with a member of the organisation, who decides about exceptions. */
export interface Stage extends Place {
  asMember: (call: Call) => Promise<Answer>;
}

/** A stage whose requests go to these servers in turn: every server answers, and reads what the others have written. */
export async function stageOf(
  servers: readonly string[],
  given: { platform: Platform; receiver: Receiver; request: APIRequestContext },
): Promise<Stage> {
  const { platform, receiver, request } = given;
  let requests = 0;
  const next = () => servers[requests++ % servers.length] ?? "";
  await signIn({ request }, await newMember(platform.organisation, "owner"));
  const { cookies } = await request.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  return {
    api: apiOf(next, platform.apiKey),
    bank: bankOf(next),
    receiver,
    asMember: (call) => send(next, { ...call, headers: { cookie } }),
  };
}

const NOTE = "Decided by the model.";

/** Has a member decide, over HTTP. Returns whether the decision won; false where it was refused as a conflict. */
async function decideAsMember(
  { asMember }: Stage,
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

/** The same by the verbs of the command line. */
async function decideByCommand(
  { id: exceptionId }: FoundException,
  { decision, to: sessionId }: { decision: Decision; to: string },
): Promise<boolean> {
  try {
    if (decision === "assigned") await office.assignException({ exceptionId, sessionId });
    else if (decision === "accepted") await office.acceptSettlement({ exceptionId, note: NOTE });
    else await office.noteException({ exceptionId, note: NOTE, resolution: decision });
    return true;
  } catch (thrown) {
    if (isFailure(thrown) && thrown.code === "conflict") return false;
    throw thrown;
  }
}

/** Has every decision made at once, by members and by the command line in turn. Returns which of them won. */
export function decideAtOnce(
  stage: Stage,
  exception: FoundException,
  decisions: readonly { decision: Decision; to: string }[],
): Promise<boolean[]> {
  return Promise.all(
    decisions.map((one, position) =>
      exception.sessionId && position % 2 === 0
        ? decideAsMember(stage, exception, one)
        : decideByCommand(exception, one),
    ),
  );
}
