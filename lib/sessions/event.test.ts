import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { HOUR_MS } from "@/lib/core/time/durations";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { closeSession, getEvent } from "./index";
import { createTestEvent, newOrganisation } from "./testing/events";

useTestDatabase();

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

describe("the details of an event", () => {
  it("contain name, times, account, webhook host and terminals", async () => {
    const scope = await newOrganisation();
    const { session_id, collection_account } = await createTestEvent(scope, {
      name: "Lagos Jazz Night",
      webhook_url: "http://127.0.0.1:9/hook?key=secret",
    });
    const event = await getEvent(scope, session_id);
    expect(event).toMatchObject({
      name: "Lagos Jazz Night",
      venue: null,
      status: "active",
      phase: "live",
      collection_account,
      webhook_host: "127.0.0.1:9",
      terminal_count: 2,
      closed_by: null,
    });
  });

  it.each([
    ["upcoming", inHours(1), inHours(9)],
    ["live", inHours(-1), inHours(7)],
    ["live", inHours(-1), undefined],
    ["past_end", inHours(-9), inHours(-1)],
  ] as const)("is %s between %s and %s", async (phase, starts_at, ends_at) => {
    const scope = await newOrganisation();
    const { session_id } = await createTestEvent(scope, { starts_at, ends_at });
    expect(await getEvent(scope, session_id)).toMatchObject({ phase });
  });

  it("are visible only to its organisation and in its own mode", async () => {
    const scope = await newOrganisation();
    const { session_id } = await createTestEvent(scope);
    const stranger = await newOrganisation();
    const live: Scope = { ...scope, mode: "live" };
    for (const other of [stranger, live]) {
      await expect(getEvent(other, session_id)).rejects.toMatchObject({ code: "not_found" });
    }
  });

  it("name the member who closed it, or null if a platform did, and the close is audited once", async () => {
    const scope = await newOrganisation();
    const actor = {
      memberId: newId("member"),
      email: "ada@example.com",
      name: "Ada",
      role: "owner" as const,
    };
    const ours = await createTestEvent(scope);
    const theirs = await createTestEvent(scope);
    await closeSession({ ...scope, actor }, ours.session_id);
    await closeSession({ ...scope, actor: { ...actor, email: "late@example.com" } }, ours.session_id);
    await closeSession(scope, theirs.session_id);
    expect(await getEvent(scope, ours.session_id)).toMatchObject({
      status: "closed",
      phase: "closed",
      closed_by: "ada@example.com",
    });
    expect(await getEvent(scope, theirs.session_id)).toMatchObject({ phase: "closed", closed_by: null });
    const auditEntries = await systemDb()
      .sql`select action, actor from audit_entries where session_id = ${ours.session_id}`;
    expect(auditEntries).toEqual([{ action: "closed_event", actor: "ada@example.com" }]);
  });
});
