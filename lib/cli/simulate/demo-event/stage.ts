import { assertDefined } from "@/lib/core/errors/assert";
import { isFailure } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import { type Actor, COMMAND_LINE, type Scope } from "@/lib/core/scope";
import { addOperator, assignOperator } from "@/lib/operators";
import { addMember } from "@/lib/organisations";
import { newPassword } from "@/lib/security/password";
import { changeEvent } from "@/lib/sessions";
import { ChangeEvent } from "@/lib/sessions/contract";
import { setTerminalLocation } from "@/lib/terminals";
import type { Service } from "../service";
import type { EventAccounts, StoryBanks } from "./banks";
import type { StoryClock } from "./clock";
import { EVENT, OPERATORS, TERMINALS } from "./story/cast";
import { firstName } from "./story/jazz-night";
import type { OtherEvent } from "./story/other-events";
import { atClock } from "./story/payment";

const OWNER = { name: "Adaeze Nwosu", email: "adaeze@ekosounds.example" };
const OTHERS = [
  { name: "Femi Adeola", email: "femi@ekosounds.example", role: "finance" },
  { name: "Sade Cole", email: "sade@ekosounds.example", role: "operations" },
  { name: "Bayo Ige", email: "bayo@ekosounds.example", role: "gate_lead" },
  { name: "Lola Akindele", email: "lola@ekosounds.example", role: "viewer" },
] as const;

/** The owner who signs in to see the story; without a password if the account existed before. */
export interface StoryOwner {
  email: string;
  password: string | undefined;
  actor: Actor | undefined;
}

/** Creates the organisation's members, owner first; does not change existing ones. */
export async function makeMembers(organisation: string): Promise<StoryOwner> {
  const password = newPassword();
  try {
    const { memberId, email, role } = await addMember(COMMAND_LINE, { ...OWNER, organisation, password });
    for (const other of OTHERS)
      await addMember(COMMAND_LINE, { ...other, organisation, password: newPassword() });
    return { email, password, actor: { memberId, email, name: OWNER.name, role } };
  } catch (thrown) {
    if (!isFailure(thrown) || thrown.code !== "conflict") throw thrown;
    return { email: OWNER.email, password: undefined, actor: undefined };
  }
}

/** The dependencies for staging a story. */
export interface StageContext {
  service: Service;
  scope: Scope;
  clock: StoryClock;
  banks: StoryBanks;
}

/** An event created on the service for the story. */
export interface StagedEvent extends EventAccounts {
  sessionId: Id<"session">;
  name: string;
  operators: ReadonlyMap<string, Id<"operator">>;
}

interface Opening {
  name: string;
  venue: string;
  startsAt: Date;
  endsAt: Date;
  terminals: number;
  settles: boolean;
  webhookUrl?: string;
}

async function open(service: Service, scope: Scope, opening: Opening): Promise<StagedEvent> {
  const session = await service.openSession({
    external_event_id: opening.name.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
    name: opening.name,
    starts_at: opening.startsAt.toISOString(),
    ends_at: opening.endsAt.toISOString(),
    collection: { account: true, pos: true, pos_count: opening.terminals },
    ...(opening.webhookUrl && { webhook_url: opening.webhookUrl }),
  });
  await changeEvent(scope, session.session_id, ChangeEvent.parse({ venue: opening.venue }));
  return {
    sessionId: session.session_id,
    name: opening.name,
    account: assertDefined(session.collection_account, "an account was asked for").account_number,
    terminals: session.pos_terminals.map((terminal) => terminal.terminal_id),
    settles: opening.settles,
    operators: new Map(),
  };
}

async function addOperators(
  scope: Scope,
  sessionId: Id<"session">,
  people: readonly { name: string; role?: string; phone?: string }[],
): Promise<Map<string, Id<"operator">>> {
  const operators = new Map<string, Id<"operator">>();
  for (const { name, role, phone } of people) {
    const added = await addOperator(scope, sessionId, {
      name,
      email: undefined,
      phone,
      role: role?.toLowerCase(),
    });
    operators.set(firstName(name), added.id);
  }
  return operators;
}

/** Creates Lagos Jazz Night with its terminals, operators and assignments. */
export async function stageJazzNight(
  { service, scope, clock }: StageContext,
  webhookUrl: string,
): Promise<StagedEvent> {
  const opening = { ...EVENT, terminals: TERMINALS.length, settles: false, webhookUrl };
  const times = { startsAt: clock(0), endsAt: clock(atClock(EVENT.endsClock)) };
  const staged = await open(service, scope, { ...opening, ...times });
  const operators = await addOperators(scope, staged.sessionId, OPERATORS);
  for (const [index, { location, operator, handOver }] of TERMINALS.entries()) {
    const terminalId = assertDefined(staged.terminals[index], "a terminal for each of the cast");
    await setTerminalLocation(scope, { sessionId: staged.sessionId, terminalId, location });
    const shifts = [{ name: operator, from: 0 }];
    if (handOver) shifts.push({ name: handOver.operator, from: atClock(handOver.atClock) });
    for (const { name, from } of shifts) {
      const operatorId = assertDefined(operators.get(name), "an operator of the cast");
      await assignOperator(COMMAND_LINE, { terminalId, operatorId, from: clock(from) });
    }
  }
  return { ...staged, operators };
}

/** Creates another event of the organisation, its operators assigned to its terminals in turn. */
export async function stageOtherEvent(
  { service, scope, clock }: StageContext,
  event: OtherEvent,
): Promise<StagedEvent> {
  const { startsAtMs, endsAtMs, closed, ...rest } = event;
  const times = { startsAt: clock(startsAtMs), endsAt: clock(endsAtMs) };
  const staged = await open(service, scope, { ...rest, ...times, settles: closed !== undefined });
  const operators = await addOperators(
    scope,
    staged.sessionId,
    event.operators.map((name) => ({ name, role: "cashier" })),
  );
  const people = [...operators.values()];
  for (const [index, terminalId] of staged.terminals.entries()) {
    const operatorId = people[index % people.length];
    if (operatorId) await assignOperator(COMMAND_LINE, { terminalId, operatorId, from: clock(startsAtMs) });
  }
  return { ...staged, operators };
}
