/** Guarantee: an event's details change only within its organisation, are audited, and never change money or the account. */
import { afterEach, describe, expect, it } from "vitest";
import type { z } from "zod";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { closeLiveStreams } from "@/lib/live";
import { followSession } from "@/lib/live/testing/follow";
import { verifyTotals } from "@/lib/reconciliation";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit } from "@/lib/transactions/testing/sessions";
import { ChangeEvent, CreateSession, EventsQuery } from "../contract";
import {
  archiveEvent,
  changeEvent,
  closeSession,
  getEvent,
  getSession,
  listEvents,
  listTestTargets,
} from "../index";
import { createTestEvent, newOrganisation } from "../testing/events";
import { makeLive } from "../testing/live";

useTestDatabase();
afterEach(closeLiveStreams);

type SessionId = Parameters<typeof changeEvent>[1];

const byMember = (scope: Scope): Scope => ({
  ...scope,
  actor: { memberId: newId("member"), email: "ada@example.com", name: "Ada", role: "operations" },
});
const change = (scope: Scope, sessionId: SessionId, body: z.input<typeof ChangeEvent>) =>
  changeEvent(scope, sessionId, ChangeEvent.parse(body));
const auditOf = (sessionId: SessionId) =>
  systemDb().sql<{ action: string; actor: string; details: Record<string, string> }[]>`
    select action, actor, details from audit_entries where session_id = ${sessionId} order by at, id`;
const list = (scope: Scope, status?: "archived" | "all") => listEvents(scope, EventsQuery.parse({ status }));

describe("a change of an event's details", () => {
  it("is visible in the event, its session and the list, and the account keeps its name", async () => {
    const scope = await newOrganisation();
    const { session_id: id, collection_account: account } = await createTestEvent(scope, {
      name: "Jaz Night",
    });
    await change(scope, id, {
      ...{ name: "Jazz Night", venue: " Mapo Hall " },
      ...{ starts_at: "2026-12-12T18:00", ends_at: "2026-12-13T01:00:00Z" },
    });
    expect(await getEvent(scope, id)).toMatchObject({
      ...{ name: "Jazz Night", venue: "Mapo Hall", collection_account: account },
      ...{ starts_at: new Date("2026-12-12T17:00:00Z"), ends_at: new Date("2026-12-13T01:00:00Z") },
    });
    expect(account?.account_name).toContain("Jaz Night");
    expect(await getSession(scope, id)).toMatchObject({ name: "Jazz Night", collection_account: account });
    expect((await list(scope)).events[0]).toMatchObject({ name: "Jazz Night", venue: "Mapo Hall" });
  });

  it("changes only what is given, and an empty text removes a venue and a time", async () => {
    const scope = await newOrganisation();
    const { session_id: id } = await createTestEvent(scope, {
      ...{ name: "Jazz", starts_at: "2026-12-12T18:00:00Z", ends_at: "2026-12-12T23:00:00Z" },
    });
    await change(scope, id, { venue: "Mapo Hall" });
    await change(scope, id, { venue: "", ends_at: "" });
    expect(await getEvent(scope, id)).toMatchObject({
      ...{ name: "Jazz", venue: null, starts_at: new Date("2026-12-12T18:00:00Z"), ends_at: null },
    });
  });

  it("is audited with the actor and the values before and after, and the same values again are not", async () => {
    const scope = byMember(await newOrganisation());
    const { session_id: id } = await createTestEvent(scope, {
      name: "Jazz",
      starts_at: "2026-12-12T18:00:00Z",
    });
    const before = await getEvent(scope, id);
    const values = { name: "Jazz Night", starts_at: "2026-12-13T18:00:00Z" };
    await change(scope, id, values);
    await change(scope, id, values);
    expect((await auditOf(id)).filter(({ action }) => action !== "opened_event")).toEqual([
      {
        action: "changed_event",
        actor: "ada@example.com",
        details: {
          ...{ name_before: "Jazz", name_after: "Jazz Night" },
          ...{ starts_at_before: "2026-12-12T18:00:00.000Z", starts_at_after: "2026-12-13T18:00:00.000Z" },
        },
      },
    ]);
    const after = await getEvent(scope, id);
    expect(after.version).toBe(before.version + 1);
    expect(after.details_version).toBe(before.details_version + 1);
  });

  it("of a closed event corrects name and venue, and refuses another time without a change", async () => {
    const scope = await newOrganisation();
    const { session_id: id } = await createTestEvent(scope, { name: "Jaz", ends_at: "2026-12-12T18:00:00Z" });
    await closeSession(scope, id);
    await change(scope, id, { name: "Jazz", venue: "Mapo Hall", ends_at: "2026-12-12T18:00:00Z" });
    await expect(change(scope, id, { name: "Other", ends_at: "2026-12-12T19:00:00Z" })).rejects.toMatchObject(
      {
        code: "conflict",
        detail: expect.stringContaining("its times stay as they are"),
      },
    );
    expect(await getEvent(scope, id)).toMatchObject({
      ...{ name: "Jazz", venue: "Mapo Hall", ends_at: new Date("2026-12-12T18:00:00Z") },
    });
  });

  it("has the limits of creating a session", async () => {
    const scope = await newOrganisation();
    const { session_id: id } = await createTestEvent(scope);
    const collection = { account: true, pos: false };
    for (const name of ["", "   ", "x".repeat(201), "a\u0000b"]) {
      const asCreated = CreateSession.safeParse({ external_event_id: "e", name, collection });
      const asChanged = ChangeEvent.safeParse({ name });
      expect(asChanged.success, JSON.stringify(name)).toBe(false);
      expect(asChanged.error?.issues[0]?.message).toBe(asCreated.error?.issues[0]?.message);
    }
    for (const starts_at of ["tomorrow", "2026-12-12", "2026-13-12T18:00"]) {
      const refused = {
        code: "invalid_request",
        detail: expect.stringContaining("starts_at must be an ISO 8601"),
      };
      await expect(change(scope, id, { starts_at }), starts_at).rejects.toMatchObject(refused);
      await expect(createTestEvent(scope, { starts_at }), starts_at).rejects.toMatchObject(refused);
    }
  });

  it.each(["the stranger first", "the owner first"])(
    "is refused to another organisation, %s",
    async (order) => {
      const [scope, stranger] = [await newOrganisation(), await newOrganisation()];
      const { session_id: id } = await createTestEvent(scope, { name: "Jazz" });
      const own = () => change(scope, id, { name: "Jazz Night" });
      if (order === "the owner first") await own();
      for (const other of [stranger, { ...scope, mode: "live" as const }]) {
        await expect(change(other, id, { name: "Theirs" })).rejects.toMatchObject({ code: "not_found" });
        await expect(change(other, id, { starts_at: "2026-12-12T18:00:00Z" })).rejects.toMatchObject({
          code: "not_found",
        });
        await expect(archiveEvent(other, id, true)).rejects.toMatchObject({ code: "not_found" });
      }
      if (order === "the stranger first") await own();
      expect(await getEvent(scope, id)).toMatchObject({
        name: "Jazz Night",
        starts_at: null,
        archived_at: null,
      });
    },
  );

  it("reaches the open streams of members and wallboards at once", async () => {
    const scope = await newOrganisation();
    const { session_id: id } = await createTestEvent(scope);
    for (const audience of ["member", "wallboard"] as const) {
      const screen = await followSession(scope, id, { audience });
      const first = (await screen.next())?.figures.details_version ?? -1;
      await change(scope, id, { name: `Jazz for ${audience}` });
      let last = first;
      while (last === first) last = (await screen.next())?.figures.details_version ?? -1;
      expect(last).toBe(first + 1);
      screen.leave();
    }
  });
});

describe("archiving a test event", () => {
  it("hides it from the list, its summary and the choices of test payments, and restoring shows it again", async () => {
    const scope = byMember(await newOrganisation());
    const { session_id: id, collection_account: account } = await createTestEvent(scope, {
      name: "Rehearsal",
    });
    await createTestEvent(scope, { name: "Jazz" });
    await recordCredit(createIncomingCredit({ account: account?.account_number ?? "", paidAt: new Date() }));
    const before = await list(scope);
    await archiveEvent(scope, id, true);
    await archiveEvent(scope, id, true);
    const hidden = await list(scope);
    expect(hidden.events.map(({ name }) => name)).toEqual(["Jazz"]);
    expect(hidden.counts).toMatchObject({ all: 1, live: 1, archived: 1 });
    expect(hidden.summary.live).toMatchObject({ amount: 0n, event_count: 1, payment_count: 0 });
    expect((await listTestTargets(scope)).map(({ name }) => name)).toEqual(["Jazz"]);
    expect((await list(scope, "archived")).events).toMatchObject([
      { name: "Rehearsal", taken: 10_000n, payment_count: 1 },
    ]);
    expect(await getEvent(scope, id)).toMatchObject({ status: "active", archived_at: expect.any(Date) });
    expect(await verifyTotals({ sessionId: id })).toMatchObject({ differences: [] });
    await archiveEvent(scope, id, false);
    const { generated_at: _, ...after } = await list(scope);
    const { generated_at: __, ...same } = before;
    expect(after).toEqual(same);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      "opened_event",
      "archived_event",
      "restored_event",
    ]);
  });

  it("is refused for a live event", async () => {
    const scope = await newOrganisation();
    const { session_id: id } = await createTestEvent(scope);
    const live = await makeLive(scope, id);
    for (const isArchived of [true, false])
      await expect(archiveEvent(live, id, isArchived)).rejects.toMatchObject({
        code: "conflict",
        detail: expect.stringContaining("Only test events"),
      });
    expect(await getEvent(live, id)).toMatchObject({ archived_at: null });
  });
});

describe("the first steps of an organisation", () => {
  it("follow from what exists, and end when all are done or an event is closed", async () => {
    const scope = await newOrganisation();
    const steps = async () => (await list(scope)).first_steps;
    const none = { session_id: null, has_operator: false, has_colleague: false, has_test_payment: false };
    expect(await steps()).toEqual(none);
    const { session_id: id, collection_account: account } = await createTestEvent(scope);
    expect(await steps()).toEqual({ ...none, session_id: id });
    await recordCredit(createIncomingCredit({ account: account?.account_number ?? "" }));
    expect(await steps()).toMatchObject({ session_id: id, has_test_payment: true });
    expect((await list({ ...scope, mode: "live" })).first_steps).toEqual({ ...none, has_test_payment: true });
    await closeSession(scope, id);
    expect(await steps()).toBeNull();
  });
});
