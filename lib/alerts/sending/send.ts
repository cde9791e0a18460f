import type { Id } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { alertWebhooks, pushSubscriptions } from "@/lib/db/schema";
import { env } from "@/lib/env";
import { canSendMail, sendMail } from "@/lib/mail";
import { attemptDelivery } from "@/lib/webhooks";
import { type DueDelivery, giveUp, recordFailure, recordSent } from "./claim";
import { type AlertText, describeCause } from "./describe";
import { type PushMessage, sendPush } from "./push";
import { decryptAlertSecret } from "./webhook-secret";

/** How many messages are sent at a time. */
const CONCURRENCY = 5;
/** No message is begun after this time, half of the lease: the deliveries that are left are claimed again when it ends. */
const MAX_SENDING_MS = 150_000;
/** The most causes of which one mail has the text. */
const MAX_IN_MAIL = 30;

/** The result of sending one message: sent; failed, which is tried again; or ended, because there is nobody to send it to. */
export type SendOutcome = { is: "sent" } | { is: "failed" | "ended"; error: string };

/** Sends claimed deliveries, those of one recipient in one message, and stores the outcomes. Never rejects because of a receiver. */
export async function sendDeliveries(claimed: readonly DueDelivery[]): Promise<void> {
  const waiting = groupByMessage(claimed);
  const endMs = performance.now() + MAX_SENDING_MS;
  const work = async () => {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      if (performance.now() > endMs) return;
      await sendGroup(group);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

/** Groups the deliveries of one member in one way; a webhook has one event per cause. */
function groupByMessage(claimed: readonly DueDelivery[]): DueDelivery[][] {
  const groups = new Map<string, DueDelivery[]>();
  for (const one of claimed) {
    const name = one.way === "webhook" ? one.id : `${one.way} ${one.recipient}`;
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return [...groups.values()];
}

async function sendGroup(group: DueDelivery[]): Promise<void> {
  const outcome = await sendMessage(group);
  const db = systemDb();
  if (outcome.is === "sent") await recordSent(db, group);
  else if (outcome.is === "failed") await recordFailure(db, group, outcome.error);
  else await giveUp(db, group, outcome.error);
}

function sendMessage(group: DueDelivery[]): Promise<SendOutcome> {
  const [first] = group;
  if (!first) return Promise.resolve({ is: "sent" });
  if (first.way === "email") return mailAlerts(first.email, group.map(describeCause), first.id);
  if (first.way === "push") return pushAlerts(first, group.map(describeCause));
  return postAlert(first);
}

/** Returns an absolute address of the dashboard. */
export const toUrl = (path: string): string => `${env().authUrl.replace(/\/$/, "")}${path}`;

/** Mails alerts to a member in one message. */
export async function mailAlerts(to: string, alerts: readonly AlertText[], id: string): Promise<SendOutcome> {
  if (!canSendMail()) return { is: "ended", error: "This deployment sends no mail." };
  const [first] = alerts;
  if (!first) return { is: "sent" };
  const rest = alerts.length - MAX_IN_MAIL;
  const path = alerts.length === 1 ? first.path : "/events";
  try {
    await sendMail({
      to,
      id,
      subject: alerts.length === 1 ? first.title : `${alerts.length} alerts: ${first.title}, and more`,
      paragraphs: [
        ...alerts.slice(0, MAX_IN_MAIL).map(({ title, text }) => `${title}. ${text}`),
        ...(rest > 0 ? [`And ${rest} more.`] : []),
      ],
      link: { text: "Open the dashboard", url: toUrl(path) },
      note: `You get this because you chose alerts by mail. Change it at ${toUrl("/settings/alerts")}`,
    });
    return { is: "sent" };
  } catch (thrown) {
    const isRejected = thrown instanceof Error && "code" in thrown && thrown.code === "mail_rejected";
    return { is: isRejected ? "ended" : "failed", error: "The mail server did not accept the mail." };
  }
}

async function pushAlerts({ recipient, causeId }: DueDelivery, alerts: AlertText[]): Promise<SendOutcome> {
  const [first] = alerts;
  if (!first) return { is: "sent" };
  const message =
    alerts.length === 1
      ? { ...first, tag: causeId }
      : {
          title: `${alerts.length} alerts`,
          text: alerts.map(({ title }) => title).join("\n"),
          path: "/events",
          tag: causeId,
        };
  return pushTo(recipient as Id<"pushSubscription">, message);
}

/** Sends a message to one browser; deletes its subscription if the push service says that it has ended. */
export async function pushTo(id: Id<"pushSubscription">, message: PushMessage): Promise<SendOutcome> {
  const { sql } = systemDb();
  const [row] = await sql<RowOf<typeof pushSubscriptions, "subscription">[]>`
    select subscription from push_subscriptions where id = ${id}`;
  const outcome = row ? await sendPush(id, row.subscription, message) : { is: "gone" as const };
  if (outcome.is !== "gone") return outcome;
  await sql`delete from push_subscriptions where id = ${id}`;
  return { is: "ended", error: "Push messages were turned off in this browser." };
}

/** Sends one alert to the organisation's alert address, as an event that is signed as all others are. */
async function postAlert(one: DueDelivery): Promise<SendOutcome> {
  const { kind, causeId, sessionIds, startedAt } = one;
  // Without the end, so that every attempt has the same body.
  const { title, text, path } = describeCause({ ...one, endedAt: null, role: null, chosenSessions: null });
  return postToWebhook(one.organisationId, one.id, {
    event: "alert.opened",
    data: {
      id: causeId,
      kind,
      title,
      text,
      session_ids: sessionIds,
      url: toUrl(path),
      started_at: startedAt.toISOString(),
    },
  });
}

/** Posts a signed event to an organisation's alert address. */
export async function postToWebhook(
  organisationId: Id<"organisation">,
  id: Id<"alertDelivery">,
  event: { event: string; data: Record<string, unknown> },
): Promise<SendOutcome> {
  const [row] = await systemDb().sql<RowOf<typeof alertWebhooks, "url" | "secret">[]>`
    select url, secret from alert_webhooks where organisation_id = ${organisationId}`;
  if (!row) return { is: "ended", error: "The alert address was removed." };
  const secrets = decryptAlertSecret(organisationId, row.secret);
  const { ok, error } = await attemptDelivery({ id, url: row.url, body: JSON.stringify(event), secrets });
  return ok ? { is: "sent" } : { is: "failed", error: error ?? "The receiver did not accept it." };
}
