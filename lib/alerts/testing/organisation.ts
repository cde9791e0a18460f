import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { keysOf } from "@/lib/core/keys";
import { MEMBER_ROLES, type MemberRole } from "@/lib/core/roles";
import { COMMAND_LINE, type Scope } from "@/lib/core/scope";
import { MINUTE_MS } from "@/lib/core/time/durations";
import { systemDb } from "@/lib/db/client";
import { addMember } from "@/lib/organisations";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import type { AlertPreferences } from "../contract";
import { runAlerts, savePreferences } from "../index";
import { ALERT_KINDS, type AlertKind } from "../labels";

type Preferences = z.output<typeof AlertPreferences>;

/** Everything by mail, at any hour. */
export const EVERYTHING: Preferences = {
  kinds: keysOf(ALERT_KINDS),
  session_ids: null,
  by_email: true,
  quiet_hours: null,
  summary_hour: 8,
};

/** Opens an event of a new organisation whose name is its id. */
export const openEvent = () => openTestSession("test", "http://127.0.0.1:9/hook");
export type TestEvent = Awaited<ReturnType<typeof openEvent>>;

/** Adds a member with this role, and returns their scope. The first one of an organisation is its owner. */
export async function joinAs(
  { scope: { organisationId } }: TestEvent,
  role: MemberRole,
): Promise<Scope & { actor: NonNullable<Scope["actor"]> }> {
  const email = `${role}-${randomBytes(5).toString("hex")}@example.com`;
  const password = "a password of some length";
  const add = (one: string, as: MemberRole) =>
    addMember(COMMAND_LINE, { organisation: organisationId, email: one, password, role: as });
  const [owner] = await systemDb().sql`select from members where organisation_id = ${organisationId} limit 1`;
  if (!owner && role !== "owner") await add(`first-${email}`, "owner");
  const { memberId } = await add(email, role);
  return { organisationId, mode: "test", actor: { memberId, email, name: "", role } };
}

/** Adds a member of each role who wants everything by mail. */
export async function joinInEveryRole(event: TestEvent) {
  const members = new Map<MemberRole, Awaited<ReturnType<typeof joinAs>>>();
  for (const role of MEMBER_ROLES) {
    const member = await joinAs(event, role);
    await savePreferences(member, EVERYTHING);
    members.set(role, member);
  }
  return members;
}

/** Makes the alert loop check every organisation now, and waits until everything is sent. */
export async function look(): Promise<void> {
  // In one order, because concurrent checks would deadlock.
  await systemDb().sql`
    update alert_checks set due_at = now() - interval '1 second' where organisation_id in (
      select organisation_id from alert_checks order by organisation_id for update)`;
  await runAlerts();
}

/** How each kind of cause begins and ends, by the functions of its domain. */
export const CAUSES: Record<
  Exclude<AlertKind, "daily_summary">,
  { begin: (event: TestEvent) => Promise<unknown>; end: (event: TestEvent) => Promise<unknown> }
> = {
  terminal_inactive: {
    begin: async ({ terminalId }) => {
      const earlier = await systemDb().sql`
        update transactions set paid_at = paid_at - interval '5 hours' where terminal_id = ${terminalId} returning id`;
      if (earlier.length === 0) await tap(terminalId, new Date(Date.now() - 11 * MINUTE_MS));
    },
    end: ({ terminalId }) => tap(terminalId, new Date()),
  },
  exception_open: {
    begin: async ({ account }) => {
      const paymentKey = `conflict-${randomBytes(5).toString("hex")}`;
      await recordCredit(createIncomingCredit({ account, paymentKey, amount: 150_000n }));
      await recordCredit(createIncomingCredit({ account, paymentKey, amount: 150_001n }));
    },
    end: ({ scope: { organisationId } }) => systemDb().sql`
      update exceptions set resolved_at = now(), resolution = 'dismissed' where organisation_id = ${organisationId}`,
  },
  endpoint_failing: {
    begin: (event) => setHealth(event, "failing"),
    end: (event) => setHealth(event, "healthy"),
  },
  bank_silent: {
    begin: (event) => setSilent(event, new Date()),
    end: (event) => setSilent(event, null),
  },
};

const tap = (terminalId: string, paidAt: Date) =>
  recordCredit(createIncomingCredit({ channel: "pos", devices: [terminalId], paidAt }));

const setHealth = ({ scope: { organisationId } }: TestEvent, health: string) => systemDb().sql`
  update webhook_endpoints set health = ${health}, next_probe_at = ${health === "failing" ? new Date() : null}
  where organisation_id = ${organisationId}`;

/** The connection is the deployment's, so all organisations of a file share it. */
const setSilent = ({ sessionId }: TestEvent, since: Date | null) => systemDb().sql`
  insert into bank_polls (bank_connection_id, listed_until, silent_since)
  select account_connection_id, now(), ${since}::timestamptz from sessions where session_id = ${sessionId}
  on conflict (bank_connection_id) do update set silent_since = excluded.silent_since`;
