import { readFileSync } from "node:fs";
import os from "node:os";
import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { findApiCaller } from "@/lib/organisations";
import { verifyPassword } from "@/lib/security/password";
import { useTestDatabase } from "@/lib/testing/database";
import { insertMissingSessions, makeDeliveries } from "@/lib/webhooks/testing/deliveries";
import { createProgram, fullName, leafCommands } from "../program";
import { runCommand } from "../run";
import { COMMAND_LINE_ACTOR, readAudit, sessionWithTerminal } from "../testing/organisation";
import { captureStreams } from "../testing/streams";
import { takings } from "../testing/takings";
import { COMMANDS } from "./index";

useTestDatabase();

const membersOf = (domain: string) => systemDb().sql<{ email: string; role: string; name: string }[]>`
  select email, role, name from members where email like ${`%@${domain}`} order by email`;

describe("takings", () => {
  it("keys issue returns exactly the four fields that scripts use", async () => {
    const { exitCode, value } = await takings("keys issue --organisation Lagos_-_Live");
    expect(exitCode).toBe(0);
    expect(Object.keys(value).sort()).toEqual(["api_key", "key_id", "organisation_id", "signing_secret"]);
    expect(await findApiCaller(value.api_key)).toMatchObject({
      organisationId: value.organisation_id,
      mode: "test",
    });
    expect((await takings("keys issue --organisation Lagos_-_Live --mode live")).exitCode).toBe(1);
  });

  it("catch-up is refused in a sandbox, whose banks have no lists", async () => {
    const { exitCode, value } = await takings("catch-up --from 2026-11-20T17:00:00Z");
    expect(exitCode).toBe(1);
    expect(value.error.message).toBe("catch-up needs BANK_MODE=live: the sandbox calls no bank.");
  });

  it("requests list prints a table for a person", async () => {
    await takings("keys issue --organisation Calls");
    const streams = captureStreams();
    const context = { commands: COMMANDS, withDatabase: <T>(work: () => Promise<T>) => work() };
    expect(await runCommand(["requests", "list", "--organisation", "Calls"], streams, context)).toBe(0);
    expect(streams.stdout).toBe("None.\n");
  });

  it("keys rotate --now leaves only the new key valid, and keys revoke leaves none", async () => {
    const old = (await takings("keys issue --organisation Rotating")).value;
    const { value } = await takings(`keys rotate --key ${old.key_id} --now`);
    expect(await findApiCaller(old.api_key)).toBeUndefined();
    expect(await findApiCaller(value.api_key)).toBeDefined();
    await takings(`keys revoke --key ${value.key_id}`);
    expect(await findApiCaller(value.api_key)).toBeUndefined();
    expect((await takings("keys list --organisation Rotating")).value).toHaveLength(2);
    expect((await takings(`keys rotate --key ${old.key_id} --now --overlap 1h`)).exitCode).toBe(2);
  });

  it("secrets rotate returns both secrets, the new one first, like secrets show", async () => {
    const { signing_secret: old } = (await takings("keys issue --organisation Signing")).value;
    const rotated = (await takings("secrets rotate --organisation signing")).value;
    expect(rotated).toMatchObject([{ retires_at: null }, { secret: old }]);
    expect((await takings("secrets show --organisation Signing")).value).toEqual(rotated);
  });

  it("members add reads the password from stdin without its line end, or generates and prints one", async () => {
    await takings("keys issue --organisation People");
    const given = (
      await takings("members add --organisation People --email a@people.test", "a password given\n")
    ).value;
    expect(given).toMatchObject({ role: "owner", email: "a@people.test" });
    expect(given).not.toHaveProperty("password");
    const made = (await takings("members add --organisation People --email b@people.test --role finance"))
      .value;
    const rows = await systemDb().sql<{ hash: string }[]>`
      select password_hash as hash from people where email like '%@people.test' order by email`;
    expect(await verifyPassword("a password given", rows[0]?.hash ?? null)).toBe(true);
    expect(await verifyPassword(made.password, rows[1]?.hash ?? null)).toBe(true);
  });

  it("members invite and reset print a link, and a taken address is a conflict", async () => {
    await takings("keys issue --organisation Links");
    const invited = (await takings("members invite --organisation Links --email a@links.test --name Ada"))
      .value;
    expect(invited.url).toMatch(/\/join#token=[\w-]{43}$/);
    expect((await takings("members reset --organisation Links --email a@links.test")).value.url).not.toBe(
      invited.url,
    );
    await takings("members add --organisation Links --email b@links.test", "a password given");
    expect(await takings("members invite --organisation Links --email B@links.test")).toMatchObject({
      exitCode: 1,
      value: { error: { code: "conflict" } },
    });
  });

  it("a second members invite changes the role of an invited member, and both are in the audit log", async () => {
    const { organisation_id: owner } = (await takings("keys issue --organisation Again")).value;
    await takings("members add --organisation Again --email a@again.test", "a password given");
    const invite = "members invite --organisation Again --email b@again.test";
    const first = (await takings(`${invite} --role viewer`)).value;
    const second = (await takings(`${invite} --role finance --name Bisi`)).value;
    expect(second).toMatchObject({ member_id: first.member_id, role: "finance" });
    expect((await takings(invite)).value).toMatchObject({ role: "finance" });
    expect(await membersOf("again.test")).toMatchObject([
      { email: "a@again.test", role: "owner" },
      { email: "b@again.test", role: "finance", name: "Bisi" },
    ]);
    const invited = { action: "invited_member", actor: COMMAND_LINE_ACTOR, origin: os.hostname() };
    expect((await readAudit(owner)).filter(({ action }) => action === "invited_member")).toMatchObject([
      { ...invited, details: { email: "b@again.test", role: "viewer" } },
      { ...invited, details: { email: "b@again.test", role: "finance" } },
      { ...invited, details: { email: "b@again.test", role: "finance" } },
    ]);
  });

  it("members invite does not change a member who has joined, and explains where to change a role", async () => {
    await takings("keys issue --organisation Joined");
    await takings("members add --organisation Joined --email a@joined.test", "a password given");
    await takings(
      "members add --organisation Joined --email b@joined.test --role viewer",
      "a password given",
    );
    expect(
      await takings("members invite --organisation Joined --email B@joined.test --role owner"),
    ).toMatchObject({
      exitCode: 1,
      value: {
        error: {
          code: "conflict",
          message:
            "b@joined.test is a member already: Viewer. An invitation changes no role; an owner changes it in Settings, under Members.",
        },
      },
    });
    expect(await membersOf("joined.test")).toMatchObject([{ role: "owner" }, { role: "viewer" }]);
  });

  it("an invited owner keeps that role while there is no other owner", async () => {
    await takings("keys issue --organisation Ownerless");
    const invite = "members invite --organisation Ownerless --email";
    await takings(`${invite} a@ownerless.test`);
    expect((await takings(`${invite} a@ownerless.test --role viewer`)).value.error.code).toBe("conflict");
    await takings(`${invite} b@ownerless.test --role owner`);
    expect((await takings(`${invite} a@ownerless.test --role viewer`)).value.role).toBe("viewer");
  });

  it("keys rotate keeps an old key for at most a week, like the dashboard", async () => {
    const { key_id: key } = (await takings("keys issue --organisation Weeks")).value;
    expect(await takings(`keys rotate --key ${key} --overlap 8d`)).toMatchObject({
      exitCode: 1,
      value: { error: { code: "invalid_request" } },
    });
    expect((await takings(`keys rotate --key ${key} --overlap 7d`)).exitCode).toBe(0);
  });

  it("terminals pair, replace and unpair change a terminal's device", async () => {
    const { terminalId } = await sessionWithTerminal();
    const paired = (
      await takings(`terminals pair --terminal ${terminalId} --device SN-1 --from 2026-11-20T18:00`)
    ).value;
    expect(paired).toMatchObject({
      terminal_id: terminalId,
      device: "SN-1",
      paired_from: "2026-11-20T17:00:00.000Z",
    });
    const replaced = await takings(
      `terminals replace --terminal ${terminalId} --device SN-2 --at 2026-11-20T19:00:00Z`,
    );
    expect(replaced.value).toMatchObject({ device: "SN-2", paired_from: "2026-11-20T19:00:00.000Z" });
    expect(
      (await takings(`terminals unpair --terminal ${terminalId} --to 2026-11-20T20:00:00Z`)).value,
    ).toEqual({ ended: 1 });
    expect(
      (await takings("terminals pair --terminal pos_0000000000_001 --device SN-3")).value.error.code,
    ).toBe("not_found");
  });

  it("operators assign rejects an unknown operator", async () => {
    const { terminalId } = await sessionWithTerminal();
    const { value } = await takings(
      `operators assign --terminal ${terminalId} --operator ${newId("operator")}`,
    );
    expect(value.error.code).toBe("not_found");
  });

  it("exceptions are listed with decimal amounts, and dismissed once", async () => {
    const exceptionId = newId("exception");
    await systemDb().sql`
      insert into exceptions (id, mode, provider, bank_connection_id, reason, correlation_key, dedupe_key, amount, detail,
        notification_id, created_at)
      values (${exceptionId}, 'test', 'paystack', 'bnk_paystack', 'unknown_destination', 'ref', 'fact', 1250050, 'nobody has it', ${newId("notification")}, now())`;
    expect((await takings("exceptions list")).value).toMatchObject([{ id: exceptionId, amount: "12500.50" }]);
    const note = `exceptions note --exception ${exceptionId} --note paid_-_back --to-return`;
    expect((await takings(note)).value).toEqual({ exception_id: exceptionId, resolution: "to_refund" });
    expect((await takings(note)).value.error.code).toBe("conflict");
    expect((await takings("exceptions list")).value).toEqual([]);
    expect((await takings("exceptions list --all")).value).toMatchObject([{ resolution: "to_refund" }]);
    const assign = `exceptions assign --exception ${exceptionId} --session ${newId("session")}`;
    expect((await takings(assign)).exitCode).toBe(1);
  });

  it("verify exits 1 and reports the difference if a stored total was changed", async () => {
    const { sessionId } = await sessionWithTerminal();
    expect(await takings(`verify --session ${sessionId}`)).toEqual({
      exitCode: 0,
      value: { sessions: 1, differences: [] },
    });
    await systemDb().sql`update session_states set last_sequence = 1 where session_id = ${sessionId}`;
    const { exitCode, value } = await takings(`verify --session ${sessionId}`);
    expect(exitCode).toBe(1);
    expect(value.differences).toMatchObject([{ session_id: sessionId, what: "last number", kept: "1" }]);
    expect((await takings(`verify --session ${newId("session")}`)).value.error.code).toBe("not_found");
  });

  it("endpoints are listed, paused and resumed, and events replayed", async () => {
    const { organisation_id: organisationId } = (await takings("keys issue --organisation Hooks")).value;
    const [id = ""] = await makeDeliveries({ organisationId, url: "http://127.0.0.1:9/hook", count: 2 });
    await insertMissingSessions();
    const list = async () => (await takings("endpoints list --organisation Hooks")).value;
    const [listed] = await list();
    expect(listed).toMatchObject({ url: "http://127.0.0.1:9/hook", health: "healthy", waiting: 2 });
    const pausing = await takings(`endpoints pause --organisation Hooks --endpoint ${listed.id}`);
    expect(pausing.value).toEqual({ endpoint_id: listed.id, health: "paused" });
    expect(await list()).toMatchObject([{ health: "paused", pause_reason: "manual", last_success_at: null }]);
    await takings(`endpoints resume --organisation Hooks --endpoint ${listed.id}`);
    expect(await list()).toMatchObject([{ health: "healthy", pause_reason: null }]);
    expect((await takings(`endpoints pause --organisation Eko --endpoint ${listed.id}`)).exitCode).toBe(1);
    await systemDb().sql`update webhook_deliveries set state = 'failed', changed_at = now()`;
    const replay = (rest: string) => takings(`events replay --organisation Hooks ${rest}`);
    expect((await replay(`--event ${id}`)).value).toEqual({ replayed: 1 });
    expect((await replay("--failed-since 2026-01-01T00:00:00Z")).value).toEqual({ replayed: 1 });
    expect((await replay(`--event ${newId("delivery")}`)).exitCode).toBe(1);
    expect((await replay("")).exitCode).toBe(2);
    expect((await replay(`--event ${id} --failed-since 2026-01-01T00:00:00Z`)).exitCode).toBe(2);
    await systemDb().sql`delete from webhook_deliveries`;
  });

  it("deliver returns its counts", async () => {
    expect(await takings("deliver")).toEqual({
      exitCode: 0,
      value: { attempted: 0, delivered: 0, failed: 0, remaining: 0 },
    });
  });

  it("every command and every option is in docs/cli.md", () => {
    const text = readFileSync("docs/cli.md", "utf8");
    const program = createProgram([], () => undefined);
    const action = () => async () => undefined;
    for (const add of COMMANDS) add({ program, streams: captureStreams(), print: action, report: action });
    for (const command of leafCommands(program)) {
      const name = fullName(command);
      const section = text.split(/^#+ /m).find((part) => part.startsWith(`\`${name}\`\n`));
      expect(section, name).toBeDefined();
      for (const argument of command.registeredArguments)
        expect(section, name).toContain(`\`${argument.name()}\``);
      for (const { long } of command.options) expect(section, name).toContain(`\`${long}`);
    }
  });
});
