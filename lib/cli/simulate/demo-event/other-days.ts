import { closeSession } from "@/lib/sessions";
import { randomFrom } from "../random";
import { type Due, postAll } from "./post";
import { settle } from "./settle";
import { type Kit, stageOther } from "./stage";
import { isHeld, OTHER_EVENTS, type OtherEvent, tellEvent } from "./story/other-events";

/** Events that somebody pays tonight. */
export const TONIGHT = OTHER_EVENTS.filter(({ lastAtMs, count }) => count > 0 && lastAtMs > 0);
/** Long ago, or not begun: closed ones are settled, too. */
export const OTHER_DAYS = OTHER_EVENTS.filter((event) => !TONIGHT.includes(event));

/** Loads events of the organisation, one after the other. Answers what they are yet to be paid, by time. */
export async function loadEvents(kit: Kit, events: readonly OtherEvent[], seed: number): Promise<Due[]> {
  const later: Due[] = [];
  for (const [index, event] of events.entries()) later.push(...(await loadEvent(kit, event, seed + index)));
  return later;
}

async function loadEvent(kit: Kit, event: OtherEvent, seed: number): Promise<Due[]> {
  const staged = await stageOther(kit, event);
  const told = tellEvent(event, randomFrom(seed)).map((payment) =>
    kit.banks.tell(payment, staged, kit.clock(payment.atMs)),
  );
  const dues = told.map(({ credit, notice }) => ({ at: credit.paidAt, notice }));
  const now = new Date();
  await postAll(
    kit.service,
    dues.filter(({ at }) => at <= now),
  );
  if (event.closed) await closeSession(kit.scope, staged.sessionId);
  await settle(
    kit,
    told.filter(({ payment }) => !isHeld(event, payment)),
  );
  return dues.filter(({ at }) => at > now);
}
