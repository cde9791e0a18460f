/** Guarantee: commands assign devices to organisations, and each command is in the audit log. */
import os from "node:os";
import { describe, expect, it } from "vitest";
import { systemDb } from "@/lib/db/client";
import { createSession } from "@/lib/sessions";
import { CreateSession } from "@/lib/sessions/contract";
import { useTestDatabase } from "@/lib/testing/database";
import { COMMAND_LINE_ACTOR } from "../testing/organisation";
import { takings } from "../testing/takings";

useTestDatabase();

async function newTerminal(organisation: string) {
  const { value } = await takings(`keys issue --organisation ${organisation}`);
  const organisationId = value.organisation_id;
  const session = await createSession(
    { organisationId, mode: "test" },
    CreateSession.parse({
      external_event_id: "e",
      name: "Night",
      collection: { account: false, pos: true, pos_count: 1 },
    }),
  );
  return { organisationId, terminalId: session.pos_terminals[0]?.terminal_id ?? "" };
}

describe("takings", () => {
  it("devices add assigns a device to an organisation once, and devices release removes it", async () => {
    const { organisationId, terminalId } = await newTerminal("Eko");
    const rival = await newTerminal("Rival");
    const named = "--provider paystack --serial SN-1";
    const added = await takings(`devices add --organisation Eko ${named}`);
    expect(added).toMatchObject({
      exitCode: 0,
      value: { device_id: expect.stringMatching(/^dev_/), mode: "test" },
    });
    expect(await takings(`devices add --organisation Rival ${named}`)).toMatchObject({
      exitCode: 1,
      value: { error: { code: "conflict", message: expect.stringContaining("takings devices release") } },
    });
    expect(
      (await takings(`terminals pair --terminal ${rival.terminalId} --device SN-1`)).value,
    ).toMatchObject({
      error: { code: "conflict", message: expect.stringContaining("takings devices add") },
    });
    await takings(`terminals pair --terminal ${terminalId} --device SN-1`);
    expect((await takings("devices list --organisation Eko")).value).toMatchObject([
      {
        organisation: "Eko",
        provider: "paystack",
        serial: "SN-1",
        method: "operator",
        terminal_id: terminalId,
      },
    ]);
    expect((await takings("devices list --organisation Rival")).value).toEqual([]);
    expect((await takings(`devices release ${named}`)).value).toEqual({
      device_id: added.value.device_id,
      organisation_id: organisationId,
    });
    expect((await takings(`devices release ${named}`)).value.error.code).toBe("not_found");
    expect((await takings("devices list")).value).toEqual([]);
    expect((await takings("devices list --all")).value).toMatchObject([
      { serial: "SN-1", released_by: COMMAND_LINE_ACTOR },
    ]);
    const audit = await systemDb().sql`
      select action, actor, details->>'serial' as serial, origin from audit_entries
      where organisation_id = ${organisationId} and action in ('claimed_device', 'released_device') order by id`;
    expect(audit).toEqual(
      ["claimed_device", "released_device"].map((action) => ({
        ...{ action, actor: COMMAND_LINE_ACTOR, serial: "SN-1" },
        origin: os.hostname(),
      })),
    );
  });

  it("terminals pair requires the bank if an organisation owns one serial number at two", async () => {
    const { terminalId } = await newTerminal("Abuja");
    for (const bank of ["paystack", "moniepoint"])
      await takings(`devices add --organisation Abuja --provider ${bank} --serial SN-2`);
    const pair = `terminals pair --terminal ${terminalId} --device SN-2`;
    expect((await takings(pair)).value.error).toEqual({
      code: "invalid_request",
      message: "provider must be the bank of the device: moniepoint, paystack.",
    });
    expect((await takings(`${pair} --provider moniepoint`)).value).toMatchObject({ device: "SN-2" });
    expect((await takings(`${pair} --provider monnify`)).value.error.message).toContain(
      "configured bank that has terminals",
    );
  });
});
