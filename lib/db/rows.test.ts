/** Guarantee: rows of raw statements have camel-case names and the value types of the schema; JSON values are unchanged. */
import { expect, test } from "vitest";
import { systemDb } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import { sessionStates, sessions } from "@/lib/db/schema";
import { createSession } from "@/lib/sessions";
import { CreateSession } from "@/lib/sessions/contract";
import { newOrganisation } from "@/lib/sessions/testing/events";
import { useTestDatabase } from "@/lib/testing/database";

useTestDatabase();

const METADATA = { gate_count: 2, nested: { door_code: "a_b", list: [{ first_name: "Ada" }] } };

test("the keys inside JSON values keep their names, as metadata and as built in SQL", async () => {
  const [row] = await systemDb().sql`
    select ${JSON.stringify(METADATA)}::jsonb as meta_data, json_build_object('door_code', 1) as built_value,
      array['a_b'] as text_list`;
  expect(row).toEqual({ metaData: METADATA, builtValue: { door_code: 1 }, textList: ["a_b"] });
});

test("a raw statement returns a row exactly as the query builder does", async () => {
  const request = {
    external_event_id: "rows",
    name: "Rows",
    collection: { account: true, pos: false },
    metadata: METADATA,
  };
  const created = await createSession(await newOrganisation(), CreateSession.parse(request));
  const { sql, orm } = systemDb();
  type Session = RowOf<typeof sessions, keyof typeof sessions.$inferSelect>;
  expect([...(await sql<Session[]>`select * from sessions`)]).toEqual(await orm.select().from(sessions));
  const states = await orm.select().from(sessionStates);
  expect([...(await sql`select * from session_states`)]).toEqual(states);
  expect(states).toMatchObject([
    { sessionId: created.session_id, version: 1n, lastCreatedAt: expect.any(Date) },
  ]);
});
