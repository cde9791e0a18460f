import type { z } from "zod";
import { notFound } from "@/lib/core/errors/errors";
import { newId } from "@/lib/core/ids";
import { requireActor, type Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { countAttempt, messageLimit } from "@/lib/sign-ins";
import type { TestAlert, TestResult } from "../contract";
import { mailAlerts, postToWebhook, pushTo, type SendOutcome, toUrl } from "../sending/send";
import { findAlertWebhook } from "./webhook";

const TEXT = {
  title: "A test alert",
  text: "Alerts reach you in this way.",
  path: "/settings/alerts",
};

const toResult = (outcome: SendOutcome): z.output<typeof TestResult> => ({
  ok: outcome.is === "sent",
  error: outcome.is === "sent" ? null : outcome.error,
});

/**
 * Sends a test alert to the caller, by mail or to one of their browsers, also in quiet hours. Throws `Failure("not_found")` for
 * another member's browser and `Failure("too_many_requests")` as
 * `countAttempt` does.
 */
export async function sendTestAlert(
  scope: Scope,
  input: z.output<typeof TestAlert>,
): Promise<z.output<typeof TestResult>> {
  const { memberId, email } = requireActor(scope);
  if (input.way === "email") {
    const id = newId("alertDelivery");
    await countAttempt([messageLimit(memberId)]);
    return toResult(await mailAlerts(email, [TEXT], id));
  }
  const own = await systemDb().sql`
    select from push_subscriptions
    where id = ${input.id} and member_id = ${memberId} and organisation_id = ${scope.organisationId}`;
  if (own.length === 0) throw notFound("browser");
  await countAttempt([messageLimit(memberId)]);
  return toResult(await pushTo(input.id, { ...TEXT, tag: "test" }));
}

/**
 * Sends a signed test alert to the organisation's alert address. Throws `Failure("not_found")` without one, and
 * `Failure("too_many_requests")` as `countAttempt` does.
 */
export async function sendTestWebhook(scope: Scope): Promise<z.output<typeof TestResult>> {
  if (!(await findAlertWebhook(scope))) throw notFound("alert address");
  await countAttempt([messageLimit(scope.organisationId)]);
  const id = newId("alertDelivery");
  const { path, ...text } = TEXT;
  const outcome = await postToWebhook(scope.organisationId, id, {
    event: "alert.test",
    data: { ...text, url: toUrl(path) },
  });
  return toResult(outcome);
}
