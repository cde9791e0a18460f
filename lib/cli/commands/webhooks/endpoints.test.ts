/** Guarantee: the command line adds, changes, rotates and removes organisation-wide endpoints, and changes a session's URL. */
import { expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { useTestDatabase } from "@/lib/testing/database";
import { getOrganisationEndpoint } from "@/lib/webhooks";
import { readAudit, sessionWithTerminal } from "../../testing/organisation";
import { takings } from "../../testing/takings";

useTestDatabase();

test("endpoints are added, changed, rotated and removed, each in the audit log and none of another organisation", async () => {
  const { sessionId } = await sessionWithTerminal();
  const { organisation_id: organisationId } = (await takings("keys issue --organisation Eko")).value;
  const scope = { organisationId, mode: "test" as const };
  const of = (rest: string, input = "") => takings(`endpoints ${rest}`, input);
  const added = await of(
    "add --organisation Eko --url https://shop.example/hook --events transaction.received,expected_payment.updated --name Shop",
    "X-Tenant: eko\nAuthorization: Bearer a:b\n",
  );
  expect(added).toMatchObject({
    exitCode: 0,
    value: { endpoint_id: expect.stringMatching(/^we_/), secret: expect.stringMatching(/^whsec_/) },
  });
  const id = added.value.endpoint_id;
  const read = () => getOrganisationEndpoint(scope, id);
  expect(await read()).toMatchObject({
    ...{ name: "Shop", url: "https://shop.example/hook", header_names: ["authorization", "x-tenant"] },
    event_types: ["transaction.received", "expected_payment.updated"],
  });
  const at = `--organisation Eko --endpoint ${id}`;
  expect(
    (await of(`change ${at} --url https://shop.example/new --events transaction.received`)).exitCode,
  ).toBe(0);
  expect(await read()).toMatchObject({
    ...{ name: "Shop", url: "https://shop.example/new", header_names: ["authorization", "x-tenant"] },
    event_types: ["transaction.received"],
  });
  await of(`change ${at}`, "X-Other: 1");
  expect((await read()).header_names).toEqual(["x-other"]);
  const { value: rotated } = await of(`rotate-secret ${at}`);
  expect(rotated).toMatchObject([
    { retires_at: null },
    { secret: added.value.secret, retires_at: expect.any(String) },
  ]);
  expect((await of("list --organisation Eko")).value.map((one: { id: string }) => one.id)).toContain(id);

  const moved = await of(
    `set-url --organisation Eko --session ${sessionId} --url https://shop.example/session`,
  );
  expect(moved).toEqual({ exitCode: 0, value: { session_id: sessionId, moved: 0 } });
  await takings("keys issue --organisation Lagos");
  for (const line of [
    `change --organisation Lagos --endpoint ${id} --name Mine`,
    `rotate-secret --organisation Lagos --endpoint ${id}`,
    `remove --organisation Lagos --endpoint ${id}`,
    `remove --organisation Eko --endpoint ${newId("webhookEndpoint")}`,
    `set-url --organisation Lagos --session ${sessionId} --url https://shop.example/session`,
  ])
    expect(await of(line), line).toMatchObject({ exitCode: 1, value: { error: { code: "not_found" } } });
  const forbidden = await of(`change ${at}`, "Host: shop.example");
  expect(forbidden).toMatchObject({ exitCode: 1, value: { error: { code: "invalid_request" } } });
  expect(
    (await of("add --organisation Eko --url https://shop.example --events transaction.sent")).exitCode,
  ).toBe(2);

  expect((await of(`remove ${at}`)).value).toEqual({ endpoint_id: id });
  await expect(read()).rejects.toMatchObject({ code: "not_found" });
  const actions = (await readAudit(organisationId)).map(({ action }) => action);
  expect(actions).toEqual(
    expect.arrayContaining([
      ...["added_webhook_endpoint", "changed_webhook_endpoint", "rotated_secret", "changed_webhook_url"],
      "removed_webhook_endpoint",
    ]),
  );
  expect(JSON.stringify(await readAudit(organisationId))).not.toContain("Bearer");
});
