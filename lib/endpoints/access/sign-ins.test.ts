/** Guarantee: a sign-in belongs to one organisation of its person at a time, and gives access to no other. */

import { randomBytes } from "node:crypto";
import { encode } from "next-auth/jwt";
import { describe, expect, it } from "vitest";
import { requireMember } from "@/lib/auth/member";
import { type Id, newId } from "@/lib/core/ids";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { env } from "@/lib/env";
import type { RouteHandler } from "@/lib/http/serve";
import { forMember, forMemberRequest } from "@/lib/http/serve";
import { addMember, inviteMember, issueApiKey, redeemMemberLink } from "@/lib/organisations";
import { createSession } from "@/lib/sessions";
import { CreateSession } from "@/lib/sessions/contract";
import { signIn } from "@/lib/sign-ins";
import { useTestDatabase } from "@/lib/testing/database";
import { getEventEndpoint } from "../events";
import { streamLive } from "./live";
import {
  endOtherSignInsEndpoint,
  listOwnOrganisationsEndpoint,
  listOwnSignInsEndpoint,
  switchOrganisationEndpoint,
} from "./sign-ins";

useTestDatabase();

const password = "a password of some length";
const address = "203.0.113.9";
const getEvent = forMember(getEventEndpoint, "see_events");
const getOrganisations = forMember(listOwnOrganisationsEndpoint, "see_events");
const switchTo = forMember(switchOrganisationEndpoint, "see_events");
const listSignIns = forMember(listOwnSignInsEndpoint, "see_events");
const endOthers = forMember(endOtherSignInsEndpoint, "see_events");
const watchLive = forMemberRequest("see_events", streamLive);

const cookieOf = async (signInId: Id<"signIn">) =>
  `takings-sign-in=${await encode({ token: { signInId }, secret: env().authSecret ?? "" })}`;

/** Sends a request to a route with a sign-in's cookie. */
async function ask(
  route: RouteHandler,
  signInId: Id<"signIn">,
  { session_id, body }: { session_id?: string; body?: unknown } = {},
): Promise<Response> {
  const headers = { cookie: await cookieOf(signInId), "content-type": "application/json" };
  const request = new Request("http://localhost:3000/api/dashboard", {
    headers,
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
  });
  const params: Record<string, string> = session_id ? { session_id } : {};
  return route(request, { params: Promise.resolve(params) });
}

const dataOf = async (answer: Promise<Response>) => (await (await answer).json()).data;

/** Creates an organisation with its owner and an event. */
async function newOrganisation() {
  const name = `Org ${randomBytes(6).toString("hex")}`;
  const { organisationId } = await issueApiKey(COMMAND_LINE, { organisation: name, mode: "test" });
  const email = `owner@${name.replace(" ", "-")}.test`;
  const owner = await addMember(COMMAND_LINE, { organisation: name, email, role: "owner", password });
  const scope = { organisationId, mode: "test" as const, actor: { ...owner, name: "" } };
  const { session_id } = await createSession(
    scope,
    CreateSession.parse({ external_event_id: "e", name, collection: { account: true, pos: false } }),
  );
  return { name, organisationId, scope, email, session_id };
}

/** Creates an owner of one organisation who is a viewer of another, signed in to their own. */
async function newPerson() {
  const [own, other] = [await newOrganisation(), await newOrganisation()];
  const { signInId } = await signIn({ email: own.email, password, address, agent: "" });
  const link = await inviteMember(other.scope, { email: own.email, role: "viewer" });
  const token = new URL(link.url).hash.replace("#token=", "");
  await redeemMemberLink({ token, password }, { origin: address });
  const move = (to: { organisationId: string }) =>
    ask(switchTo, signInId, { body: { organisation_id: to.organisationId } });
  return { own, other, signInId, move };
}

describe("switching to another organisation", () => {
  it("lists the person's organisations, changes organisation and role, and is audited only in the new one", async () => {
    const { own, other, signInId, move } = await newPerson();
    const shown = [
      { organisation_id: own.organisationId, name: own.name, role: "owner", current: true },
      { organisation_id: other.organisationId, name: other.name, role: "viewer", current: false },
    ].sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(await dataOf(ask(getOrganisations, signInId))).toEqual(shown);
    expect((await move(other)).status).toBe(200);
    expect(await dataOf(ask(getOrganisations, signInId))).toEqual(
      shown.map((one) => ({ ...one, current: !one.current })),
    );
    const headers = new Headers({ cookie: await cookieOf(signInId) });
    const member = await requireMember(headers);
    expect(member).toMatchObject({ organisationId: other.organisationId, actor: { role: "viewer" } });
    const entries = await systemDb().sql`
      select organisation_id, actor, subject from audit_entries
      where action = 'switched_organisation' and subject = ${signInId}`;
    expect([...entries]).toEqual([
      { organisationId: other.organisationId, actor: own.email, subject: signInId },
    ]);
    expect((await move(other)).status).toBe(200);
    expect(
      await systemDb().sql`
      select from audit_entries where action = 'switched_organisation' and subject = ${signInId}`,
    ).toHaveLength(1);
  });

  it("shows only the events of the sign-in's current organisation", async () => {
    const { own, other, signInId, move } = await newPerson();
    const statusOf = async ({ session_id }: { session_id: string }) =>
      (await ask(getEvent, signInId, { session_id })).status;
    expect([await statusOf(other), await statusOf(own)]).toEqual([404, 200]);
    await move(other);
    expect([await statusOf(own), await statusOf(other)]).toEqual([404, 200]);
    await move(own);
    expect([await statusOf(other), await statusOf(own)]).toEqual([404, 200]);
  });

  it("answers 404 for a foreign organisation as for an unknown one, and changes nothing", async () => {
    const { own, signInId, move } = await newPerson();
    const stranger = await newOrganisation();
    const bodies = [];
    for (const organisationId of [stranger.organisationId, newId("organisation")]) {
      const answer = await move({ organisationId });
      expect(answer.status).toBe(404);
      const { request_id: _, ...body } = await answer.json();
      bodies.push(body);
    }
    expect(bodies[0]).toEqual(bodies[1]);
    const invited = await inviteMember(stranger.scope, { email: own.email, role: "owner" });
    expect(invited.email).toBe(own.email);
    expect((await move(stranger)).status).toBe(404);
    expect((await ask(getEvent, signInId, { session_id: own.session_id })).status).toBe(200);
  });

  it("ends the sign-in's open streams of the previous organisation", async () => {
    const { own, other, signInId, move } = await newPerson();
    const answer = await ask(watchLive, signInId, { session_id: own.session_id });
    expect(answer.status).toBe(200);
    const reader = answer.body?.getReader();
    const ended = (async () => {
      while (!(await reader?.read())?.done);
      return "ended";
    })();
    await move(other);
    expect(await ended).toBe("ended");
    expect((await ask(watchLive, signInId, { session_id: own.session_id })).status).toBe(404);
  });

  it("does not change the person's other sign-ins, which can be listed and ended from either", async () => {
    const { own, other, signInId, move } = await newPerson();
    const { signInId: second } = await signIn({ email: own.email, password, address, agent: "" });
    await move(own);
    await ask(switchTo, second, { body: { organisation_id: other.organisationId } });
    const listed = (await dataOf(ask(listSignIns, signInId))).map(({ id }: { id: string }) => id);
    expect(listed.sort()).toEqual([signInId, second].sort());
    expect(await dataOf(ask(endOthers, signInId, { body: { keep: signInId } }))).toEqual({ count: 1 });
    expect((await ask(listSignIns, second)).status).toBe(401);
  });
});
