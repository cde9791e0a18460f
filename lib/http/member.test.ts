import { randomBytes } from "node:crypto";
import { encode } from "next-auth/jwt";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { requireMember } from "@/lib/auth/member";
import type { Id } from "@/lib/core/ids";
import { MEMBER_ROLES, type MemberRole, PERMISSIONS, type Permission } from "@/lib/core/roles";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { env } from "@/lib/env";
import { documentedDetail } from "@/lib/openapi/testing/documented-detail";
import { addMember, issueApiKey } from "@/lib/organisations";
import { confirmSetUp, setRequiredRoles, startSetUp } from "@/lib/second-factor";
import { generateCode } from "@/lib/second-factor/testing/codes";
import { newApiKey } from "@/lib/security/api-key";
import { confirmIdentity, signIn, signOut } from "@/lib/sign-ins";
import { useTestDatabase } from "@/lib/testing/database";
import { endpoint } from "./endpoint";
import { forMember } from "./serve";

useTestDatabase();

const password = "a password of some length";
const signIns = new Map<MemberRole, Id<"signIn">>();
const echo = endpoint({
  name: "echo",
  params: z.object({}),
  status: 200,
  response: z.string(),
  handle: async ({ actor }) => actor?.role ?? "nobody",
});

beforeAll(async () => {
  const organisation = `Org ${randomBytes(6).toString("hex")}`;
  await issueApiKey(COMMAND_LINE, { organisation, mode: "test" });
  for (const role of MEMBER_ROLES) {
    const email = `${role}@${organisation.replace(" ", "-")}.test`;
    await addMember(COMMAND_LINE, { organisation, email, role, password });
    signIns.set(role, (await signIn({ email, password, address: "198.51.100.1", agent: "" })).signInId);
  }
});

async function cookieOf(signInId: Id<"signIn"> | undefined) {
  return `takings-sign-in=${await encode({ token: { signInId }, secret: env().authSecret ?? "" })}`;
}

async function ask(permission: Permission, headers: Record<string, string>, method = "GET", query = "") {
  const request = new Request(`http://localhost:3000/api/dashboard/echo${query}`, { method, headers });
  return (await forMember(echo, permission)(request, { params: Promise.resolve({}) })).status;
}

describe("the dashboard's JSON routes", () => {
  it.each(Object.keys(PERMISSIONS) as Permission[])(
    "accept only roles with the permission %s",
    async (asked) => {
      const roles: readonly MemberRole[] = PERMISSIONS[asked].roles;
      for (const role of MEMBER_ROLES) {
        const cookie = await cookieOf(signIns.get(role));
        expect([role, await ask(asked, { cookie })]).toEqual([role, roles.includes(role) ? 200 : 403]);
      }
    },
  );

  it("reject a request without a cookie, or with one that is forged or signed with another secret", async () => {
    const signInId = signIns.get("owner");
    const forged = await encode({ token: { signInId }, secret: "another secret of some length" });
    expect(await ask("see_events", {})).toBe(401);
    expect(await ask("see_events", { cookie: "takings-sign-in=forged" })).toBe(401);
    expect(await ask("see_events", { cookie: `takings-sign-in=${forged}` })).toBe(401);
  });

  it("answer a role without the permission with the documented error", async () => {
    const request = new Request("http://localhost:3000/api/dashboard/echo", {
      headers: { cookie: await cookieOf(signIns.get("viewer")) },
    });
    const refused = await forMember(echo, "manage_members")(request, { params: Promise.resolve({}) });
    expect(await refused.json()).toMatchObject({
      code: "forbidden",
      detail: expect.stringMatching(documentedDetail("forbidden")),
    });
  });

  it.each([
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ "sec-fetch-site": "same-site" }, 403],
    [{ "sec-fetch-site": "none" }, 403],
    [{ origin: "https://evil.example" }, 403],
    [{ origin: "null" }, 403],
    [{ "sec-fetch-site": "same-origin", origin: "http://localhost:3000" }, 200],
    [{ origin: "http://localhost:3000" }, 200],
    [{ origin: "http://127.0.0.1:3000" }, 200],
    [{ origin: "http://[::1]:3000" }, 200],
    [{ "sec-fetch-site": "same-origin" }, 200],
    [{}, 200],
    // Another port of this machine belongs to another program.
    [{ origin: "http://localhost:3001" }, 403],
    [{ origin: "http://localhost" }, 403],
    [{ origin: "https://localhost:3000" }, 403],
    // DNS rebinding: an attacker's name resolves to this service, so origin and Host match.
    [{ host: "evil.example:3000", origin: "http://evil.example:3000" }, 403],
    [{ host: "evil.example:3000", origin: "http://evil.example:3000", "sec-fetch-site": "same-origin" }, 403],
    [{ "x-forwarded-host": "evil.example", origin: "https://evil.example" }, 403],
  ])("accept changes only from the dashboard's own origin: %o", async (headers, status) => {
    const cookie = await cookieOf(signIns.get("owner"));
    expect(
      await ask(
        "close_event",
        { host: "localhost:3000", ...headers, cookie } as Record<string, string>,
        "POST",
      ),
    ).toBe(status);
  });

  it("reject a secret in the query, whatever the parameter's name", async () => {
    const cookie = await cookieOf(signIns.get("owner"));
    for (const secret of [newApiKey("test"), newApiKey("live"), "whsec_abc"]) {
      expect(await ask("see_events", { cookie }, "GET", `?q=${secret}`)).toBe(400);
    }
    expect(await ask("see_events", { cookie }, "GET", "?q=tk")).toBe(200);
  });

  it("reject a sign-in as soon as it has ended", async () => {
    const cookie = await cookieOf(signIns.get("viewer"));
    expect(await ask("see_events", { cookie })).toBe(200);
    await signOut(signIns.get("viewer") as Id<"signIn">);
    expect(await ask("see_events", { cookie })).toBe(401);
  });

  describe("routes that require a recent verification", () => {
    const guarded = (headers: Record<string, string>) => {
      const request = new Request("http://localhost/api/dashboard/echo", { method: "POST", headers });
      return forMember(echo, "see_events", { recentSignIn: true })(request, {
        params: Promise.resolve({}),
      });
    };
    const age = (signInId: Id<"signIn"> | undefined, minutes: number) => systemDb().sql`
      update sign_ins set verified_at = now() - make_interval(mins => ${minutes}) where id = ${signInId ?? ""}`;

    it("require the password or a code after 15 minutes, until it is given", async () => {
      const signInId = signIns.get("finance");
      const cookie = await cookieOf(signInId);
      await age(signInId, 14);
      expect((await guarded({ cookie })).status).toBe(200);
      await age(signInId, 15);
      const refused = await guarded({ cookie });
      expect(refused.status).toBe(403);
      expect(await refused.json()).toMatchObject({
        code: "reauthentication_required",
        detail: expect.stringMatching(documentedDetail("reauthentication_required")),
      });
      expect(await ask("see_events", { cookie })).toBe(200);
      const member = await requireMember(new Headers({ cookie }));
      await confirmIdentity(member, { password });
      expect((await guarded({ cookie })).status).toBe(200);
    });
  });

  it("serve only the set-up to a member who must set up a second factor first", async () => {
    const cookie = await cookieOf(signIns.get("gate_lead"));
    const owner = await requireMember(new Headers({ cookie: await cookieOf(signIns.get("owner")) }));
    await setRequiredRoles(owner, { roles: ["gate_lead"] });
    try {
      const request = () => new Request("http://localhost/api/dashboard/echo", { headers: { cookie } });
      const context = { params: Promise.resolve({}) };
      const refused = await forMember(echo, "see_events")(request(), context);
      expect(refused.status).toBe(403);
      expect(await refused.json()).toMatchObject({
        code: "second_factor_setup_required",
        detail: expect.stringMatching(documentedDetail("second_factor_setup_required")),
      });
      const setUp = forMember(echo, "see_events", { duringSetUp: true });
      expect((await setUp(request(), context)).status).toBe(200);
      const scope = await requireMember(new Headers({ cookie }), { duringSetUp: true });
      const { secret, ticket } = startSetUp(scope);
      await confirmSetUp(scope, { ticket, code: generateCode(secret) });
      expect((await forMember(echo, "see_events")(request(), context)).status).toBe(200);
    } finally {
      await setRequiredRoles(owner, { roles: [] });
    }
  });
});
