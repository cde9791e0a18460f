/** Guarantee: the command line changes an event's details under the dashboard's rules, and archives and restores test events. */
import { expect, test } from "vitest";
import type { Id } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { COMMAND_LINE_ACTOR, readAudit, sessionWithTerminal } from "../testing/organisation";
import { takings } from "../testing/takings";

useTestDatabase();

async function open() {
  const { sessionId } = await sessionWithTerminal();
  const [row] = await systemDb().sql<{ organisationId: Id<"organisation"> }[]>`
    select organisation_id from sessions where session_id = ${sessionId}`;
  return {
    sessionId,
    organisationId: row?.organisationId ?? "org_",
    at: `--organisation Eko --session ${sessionId}`,
  };
}

test("sessions edit changes what is given, says the result, and is in the audit log", async () => {
  const { sessionId, organisationId, at } = await open();
  const edited = await takings(
    `sessions edit ${at} --name Jazz --venue Mapo --starts 2026-12-12T18:00 --ends 2026-12-13T01:00:00Z`,
  );
  expect(edited).toEqual({
    exitCode: 0,
    value: {
      ...{ session_id: sessionId, name: "Jazz", venue: "Mapo" },
      ...{ starts_at: "2026-12-12T17:00:00.000Z", ends_at: "2026-12-13T01:00:00.000Z" },
    },
  });
  expect((await takings(`sessions edit ${at} --ends=`)).value).toMatchObject({
    venue: "Mapo",
    ends_at: null,
  });
  const entries = (await readAudit(organisationId)).filter(({ action }) => action === "changed_event");
  expect(entries).toMatchObject([
    { actor: COMMAND_LINE_ACTOR, details: { name_before: "Eko Night", name_after: "Jazz" } },
    { actor: COMMAND_LINE_ACTOR, details: { ends_at_after: "" } },
  ]);
});

test("sessions edit refuses what the dashboard refuses, and nothing to change", async () => {
  const { sessionId, at } = await open();
  expect(await takings(`sessions edit ${at}`)).toMatchObject({ exitCode: 2 });
  expect(await takings(`sessions edit ${at} --name=${"x".repeat(201)}`)).toMatchObject({
    exitCode: 2,
    value: { error: { message: expect.stringContaining("--name must have at most 200 characters") } },
  });
  expect(await takings(`sessions edit ${at} --starts tomorrow`)).toMatchObject({
    exitCode: 1,
    value: { error: { code: "invalid_request", message: expect.stringContaining("ISO 8601") } },
  });
  await takings("keys issue --organisation Lagos");
  for (const line of [
    `sessions edit --organisation Lagos --session ${sessionId} --name Theirs`,
    `sessions edit ${at} --mode live --name Theirs`,
    `sessions archive --organisation Lagos --session ${sessionId}`,
    `sessions restore --organisation Lagos --session ${sessionId}`,
  ])
    expect(await takings(line), line).toMatchObject({ exitCode: 1, value: { error: { code: "not_found" } } });
});

test("sessions archive and restore hide a test event and list it again", async () => {
  const { sessionId, organisationId, at } = await open();
  for (const [command, archived] of [
    ["archive", true],
    ["restore", false],
  ] as const) {
    expect((await takings(`sessions ${command} ${at}`)).value).toEqual({ session_id: sessionId, archived });
    const [row] = await systemDb().sql<{ archived: boolean }[]>`
      select archived_at is not null as archived from sessions where session_id = ${sessionId}`;
    expect(row).toEqual({ archived });
  }
  const actions = (await readAudit(organisationId)).map(({ action }) => action);
  expect(actions.slice(-2)).toEqual(["archived_event", "restored_event"]);
});
