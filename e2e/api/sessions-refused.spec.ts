import { type Api, expect, expectProblem, sessionBody, test } from "../fixtures";

const without = (member: string) => {
  const { [member]: _, ...rest }: Record<string, unknown> = sessionBody();
  return rest;
};

async function expectRefused(api: Api, body: unknown, pointers: string[]): Promise<void> {
  const answer = await api.send({ method: "POST", path: "/v1/sessions", body });
  const problem = expectProblem(answer, { status: 400, pointers });
  expect(problem.code).toBe("invalid_request");
}

test.describe("a session is refused (§4.1, §7)", () => {
  for (const member of ["external_event_id", "name", "collection"]) {
    test(`without ${member}`, async ({ api }) => {
      await expectRefused(api, without(member), [`/${member}`]);
    });
    test(`with null for ${member}`, async ({ api }) => {
      await expectRefused(api, sessionBody({ [member]: null }), [`/${member}`]);
    });
  }

  for (const member of ["account", "pos"]) {
    const collection = { account: true, pos: false };
    test(`without collection.${member}`, async ({ api }) => {
      const { [member]: _, ...rest } = collection as Record<string, boolean>;
      await expectRefused(api, sessionBody({ collection: rest }), [`/collection/${member}`]);
    });
    for (const value of [null, "true", 1, 0, []]) {
      test(`with ${JSON.stringify(value)} for collection.${member}`, async ({ api }) => {
        const body = sessionBody({ collection: { ...collection, [member]: value } });
        await expectRefused(api, body, [`/collection/${member}`]);
      });
    }
  }

  test("with every invalid member named if there are several", async ({ api }) => {
    await expectRefused(api, { collection: { account: 1 } }, [
      "/external_event_id",
      "/name",
      "/collection/account",
      "/collection/pos",
    ]);
  });

  for (const count of [undefined, null]) {
    test(`with pos true and pos_count ${count === null ? "null" : "absent"}`, async ({ api }) => {
      const collection = { account: true, pos: true, pos_count: count };
      await expectRefused(api, sessionBody({ collection }), ["/collection/pos_count"]);
    });
  }

  for (const pos of [true, false]) {
    for (const count of [0, -1, 51, 1.5, 1e21, "3", true, [3], {}]) {
      test(`with pos ${pos} and pos_count ${JSON.stringify(count)}`, async ({ api }) => {
        const collection = { account: true, pos, pos_count: count };
        await expectRefused(api, sessionBody({ collection }), ["/collection/pos_count"]);
      });
    }
  }

  for (const currency of ["USD", "ngn", "NGN ", "", 566, ["NGN"]]) {
    test(`in the currency ${JSON.stringify(currency)}`, async ({ api }) => {
      await expectRefused(api, sessionBody({ currency }), ["/currency"]);
    });
  }

  for (const value of ["", "  ", 12, false, {}, ["x"], "nul \u0000 inside", "half a pair \ud83c"]) {
    for (const member of ["name", "external_event_id"]) {
      test(`with the ${member} ${JSON.stringify(value)}`, async ({ api }) => {
        await expectRefused(api, sessionBody({ [member]: value }), [`/${member}`]);
      });
    }
  }

  for (const value of [
    "",
    "tomorrow",
    "2026-12-12",
    "18:00",
    "12/12/2026 18:00",
    "2026-02-30T18:00:00Z",
    "2026-13-01T18:00:00Z",
    "2026-12-12T24:01:00Z",
    "2026-12-12T18:61:00Z",
    "2026-12-12T18:00:00+25:00",
    "2026-12-12T18:00:00 Lagos",
    1_765_562_400_000,
    {},
  ]) {
    for (const member of ["starts_at", "ends_at"]) {
      test(`with ${member} ${JSON.stringify(value)}`, async ({ api }) => {
        await expectRefused(api, sessionBody({ [member]: value }), [`/${member}`]);
      });
    }
  }

  for (const value of [
    "",
    "events",
    "/events",
    "platform.example/events",
    "ftp://platform.example/",
    "javascript:alert(1)",
    "https://",
    "https://user:secret@platform.example/",
    "https://@platform.example/",
    "https://platform.example:22/",
    "https://platform.example:6667/",
    "http://0xA9FEA9FE/",
    "http://[64:ff9b::a9fe:a9fe]/",
    "http://[2002:a00:1::]/",
    "http://169.254.169.254/latest/meta-data",
    "http://10.0.0.1/",
    "https://[fd00::1]/",
    "https://plat form.example/",
    42,
    ["https://platform.example/"],
  ]) {
    test(`with the webhook_url ${JSON.stringify(value)}`, async ({ api }) => {
      await expectRefused(api, sessionBody({ webhook_url: value }), ["/webhook_url"]);
    });
  }

  for (const value of ["{}", 1, true, [], [{}]]) {
    test(`with the metadata ${JSON.stringify(value)}`, async ({ api }) => {
      await expectRefused(api, sessionBody({ metadata: value }), ["/metadata"]);
    });
  }

  for (const [what, metadata] of [
    ["NUL in a value", { note: "\u0000" }],
    ["NUL in a key", { "\u0000": 1 }],
    ["half a surrogate pair, deep down", { list: [{ note: "\udfff" }] }],
  ] as const) {
    test(`with metadata that contains ${what}`, async ({ api }) => {
      await expectRefused(api, sessionBody({ metadata }), ["/metadata"]);
    });
  }

  test("with metadata of ten thousand levels", async ({ api }) => {
    const metadata = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;
    const raw = JSON.stringify(sessionBody({ metadata: "METADATA" })).replace('"METADATA"', metadata);
    const headers = { "content-type": "application/json" };
    const answer = await api.send({ method: "POST", path: "/v1/sessions", raw, headers });
    expectProblem(answer, { status: 400, pointers: ["/metadata"] });
  });
});
