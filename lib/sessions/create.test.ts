import { expect, it } from "vitest";
import { newId } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { CreateSession } from "./contract";
import { createSession, getEvent } from "./index";
import { newOrganisation } from "./testing/events";

useTestDatabase();

const request = CreateSession.parse({
  external_event_id: "jazz",
  name: "Jazz",
  collection: { account: true, pos: true, pos_count: 3 },
});

it("a form submitted four times in parallel creates one event with its venue and one audit entry", async () => {
  const scope = await newOrganisation();
  const actor = { memberId: newId("member"), email: "ada@example.com", name: "Ada", role: "owner" as const };
  const sessionId = newId("session");
  const open = () => createSession({ ...scope, actor }, request, { sessionId, venue: "Mapo Hall" });
  const opened = await Promise.all([open(), open(), open(), open()]);
  expect(new Set(opened.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(opened[0]?.pos_terminals).toHaveLength(3);
  expect(await getEvent(scope, sessionId)).toMatchObject({ venue: "Mapo Hall", terminal_count: 3 });
  const auditEntries = await systemDb().sql`select action, subject, details from audit_entries
    where organisation_id = ${scope.organisationId}`;
  expect(auditEntries).toEqual([{ action: "opened_event", subject: sessionId, details: { name: "Jazz" } }]);
});

it("creating an event with the id of another organisation's event fails with not_found", async () => {
  const sessionId = newId("session");
  await createSession(await newOrganisation(), request, { sessionId });
  await expect(createSession(await newOrganisation(), request, { sessionId })).rejects.toMatchObject({
    code: "not_found",
  });
});

it("an event created with an API key has no audit entry of a member", async () => {
  const scope = await newOrganisation();
  await createSession(scope, request);
  expect(
    await systemDb().sql`select 1 from audit_entries where organisation_id = ${scope.organisationId}`,
  ).toEqual([]);
});

it("metadata is stored with every member, whatever its name", async () => {
  const metadata = '{"__proto__":{"admin":true},"constructor":null,"":0,"a/b~c":[]}';
  const body = { ...request, metadata: JSON.parse(metadata) };
  const { session_id: sessionId } = await createSession(await newOrganisation(), CreateSession.parse(body));
  const [stored] = await systemDb().sql`select metadata = ${metadata}::text::jsonb as is_same from sessions
    where session_id = ${sessionId}`;
  expect(stored).toEqual({ isSame: true });
});

it("every time and URL that is invalid is named", async () => {
  const invalid = {
    ...request,
    starts_at: "tomorrow",
    ends_at: "later",
    webhook_url: "ftp://platform.example/",
  };
  await expect(createSession(await newOrganisation(), invalid)).rejects.toMatchObject({
    code: "invalid_request",
    faults: [{ pointer: "/starts_at" }, { pointer: "/ends_at" }, { pointer: "/webhook_url" }],
  });
});
