import {
  type Api,
  createSession,
  expect,
  expectData,
  expectMembers,
  expectProblem,
  OPERATOR_ID,
  type OperatorData,
  TIMESTAMP,
  test,
} from "../fixtures";

const OPERATOR_MEMBERS = ["id", "session_id", "name", "phone", "role", "created_at"];
const ABSENT = "ses_00000000000000000000000000";

async function add(api: Api, sessionId: string, body: Record<string, unknown>): Promise<OperatorData> {
  return expectData<OperatorData>(await api.post(`/v1/sessions/${sessionId}/operators`, body), 201);
}

test.describe("adding an operator (§4.4)", () => {
  test("answers 201 with the six fields of an operator and no other", async ({ api }) => {
    const { session_id } = await createSession(api);
    const operator = await add(api, session_id, {
      name: "Amaka Eze",
      email: "amaka@example.com",
      phone: "+2348012345678",
      role: "supervisor",
    });
    expectMembers(operator, OPERATOR_MEMBERS);
    expect(operator.id).toMatch(OPERATOR_ID);
    expect(operator.created_at).toMatch(TIMESTAMP);
    expect(operator).toMatchObject({
      session_id,
      name: "Amaka Eze",
      phone: "+2348012345678",
      role: "supervisor",
    });
  });

  test("gives an operator that has a name only the role cashier and no phone", async ({ api }) => {
    const { session_id } = await createSession(api);
    const operator = await add(api, session_id, { name: "Tunde" });
    expectMembers(operator, OPERATOR_MEMBERS);
    expect(operator).toMatchObject({ role: "cashier", phone: "" });
  });

  test("treats null for an optional member as absent", async ({ api }) => {
    const { session_id } = await createSession(api);
    const body = { name: "Tunde", email: null, phone: null, role: null };
    expect(await add(api, session_id, body)).toMatchObject({ role: "cashier", phone: "" });
  });

  test("accepts any label as a role", async ({ api }) => {
    const { session_id } = await createSession(api);
    for (const role of ["ticket scanner", "owner", "Kàṣíà 🎟", "CASHIER"]) {
      expect(await add(api, session_id, { name: "Tunde", role })).toMatchObject({ role });
    }
  });

  test("ignores unknown members", async ({ api }) => {
    const { session_id } = await createSession(api);
    const body = { name: "Tunde", id: "op_mine", session_id: ABSENT, is_admin: true, created_at: "never" };
    const operator = await add(api, session_id, body);
    expectMembers(operator, OPERATOR_MEMBERS);
    expect(operator.session_id).toBe(session_id);
    expect(operator.id).toMatch(OPERATOR_ID);
  });

  test("stores names in any script unchanged", async ({ api }) => {
    const { session_id } = await createSession(api);
    for (const name of ["Ọlámidé Adébáyọ̀", "علي", "'; drop table operators; --", "x".repeat(200)]) {
      expect(await add(api, session_id, { name })).toMatchObject({ name });
    }
  });

  test("creates two operators of the same name, e-mail address and phone", async ({ api }) => {
    const { session_id } = await createSession(api);
    const body = { name: "Ada", email: "ada@example.com", phone: "1" };
    const [first, second] = [await add(api, session_id, body), await add(api, session_id, body)];
    expect(first.id).not.toBe(second.id);
  });

  test("works in a closed session too, because its payments can still be assigned", async ({ api }) => {
    const { session_id } = await createSession(api);
    await api.patch(`/v1/sessions/${session_id}/close`);
    await add(api, session_id, { name: "Late Ada" });
  });

  for (const [what, body, pointer] of [
    ["no name", { role: "cashier" }, "/name"],
    ["the name null", { name: null }, "/name"],
    ["an empty name", { name: " " }, "/name"],
    ["a number for a name", { name: 7 }, "/name"],
    ["a number for an e-mail address", { name: "Ada", email: 1 }, "/email"],
    ["a number for a phone", { name: "Ada", phone: 234_801 }, "/phone"],
    ["a list of roles", { name: "Ada", role: ["cashier"] }, "/role"],
    ["an empty role", { name: "Ada", role: "" }, "/role"],
    ["NUL in a phone", { name: "Ada", phone: "\u0000" }, "/phone"],
  ] as const) {
    test(`is refused with ${what}`, async ({ api }) => {
      const { session_id } = await createSession(api);
      const path = `/v1/sessions/${session_id}/operators`;
      expectProblem(await api.post(path, body), { status: 400, pointers: [pointer] });
      expect(expectData(await api.get(path))).toEqual([]);
    });
  }

  test("answers 404 for an unknown session", async ({ api }) => {
    const answer = await api.post(`/v1/sessions/${ABSENT}/operators`, { name: "Ada" });
    expectProblem(answer, { status: 404 });
  });
});

test.describe("listing operators (§4.5)", () => {
  test("answers an empty array before an operator is added", async ({ api }) => {
    const { session_id } = await createSession(api);
    expect(expectData(await api.get(`/v1/sessions/${session_id}/operators`))).toEqual([]);
  });

  test("answers each as its creation answered, oldest first", async ({ api }) => {
    const { session_id } = await createSession(api);
    const added = [];
    for (const name of ["Zainab", "Ada", "Musa", "ada"]) {
      added.push(await add(api, session_id, { name, email: `${name}@example.com` }));
    }
    const listed = expectData<OperatorData[]>(await api.get(`/v1/sessions/${session_id}/operators`));
    expect(listed).toEqual(added);
    for (const operator of listed) expectMembers(operator, OPERATOR_MEMBERS);
  });

  test("answers only those of that session", async ({ api }) => {
    const [first, second] = await Promise.all([createSession(api), createSession(api)]);
    await add(api, first.session_id, { name: "Ada" });
    expect(expectData(await api.get(`/v1/sessions/${second.session_id}/operators`))).toEqual([]);
  });

  test("answers 404 for an unknown session", async ({ api }) => {
    expectProblem(await api.get(`/v1/sessions/${ABSENT}/operators`), { status: 404 });
  });
});
