import { closeSession } from "@/lib/sessions";
import { randomFrom } from "../random";
import { postAll, type ScheduledNotification } from "./post";
import { settle } from "./settle";
import { type StageContext, stageOtherEvent } from "./stage";
import { generateEvent, isUnsettled, OTHER_EVENTS, type OtherEvent } from "./story/other-events";

/** Events with payments tonight. */
export const TONIGHT_EVENTS = OTHER_EVENTS.filter(({ lastAtMs, count }) => count > 0 && lastAtMs > 0);
/** Past or future events; closed ones are also settled. */
export const OTHER_DAY_EVENTS = OTHER_EVENTS.filter((event) => !TONIGHT_EVENTS.includes(event));

/** Loads events of the organisation, one after the other. Returns their future notifications by time. */
export async function loadEvents(
  kit: StageContext,
  events: readonly OtherEvent[],
  seed: number,
): Promise<ScheduledNotification[]> {
  const later: ScheduledNotification[] = [];
  for (const [index, event] of events.entries()) later.push(...(await loadEvent(kit, event, seed + index)));
  return later;
}

async function loadEvent(
  kit: StageContext,
  event: OtherEvent,
  seed: number,
): Promise<ScheduledNotification[]> {
  const staged = await stageOtherEvent(kit, event);
  const planned = generateEvent(event, randomFrom(seed)).map((payment) =>
    kit.banks.composePayment(payment, staged, kit.clock(payment.atMs)),
  );
  const dues = planned.map(({ credit, notification }) => ({ at: credit.paidAt, notification }));
  const now = new Date();
  await postAll(
    kit.service,
    dues.filter(({ at }) => at <= now),
  );
  if (event.closed) await closeSession(kit.scope, staged.sessionId);
  await settle(
    kit,
    planned.filter(({ payment }) => !isUnsettled(event, payment)),
  );
  return dues.filter(({ at }) => at > now);
}
