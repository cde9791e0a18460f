// Guarantee: the id of every error opens the call, and no screen of the log shows a secret or personal data.
import { createApi, createSession, expect, expectData, test } from "./fixtures";

interface Problem {
  request_id: string;
}

test("a call is found by the request id of its error, and its drawer explains it", async ({
  organiser,
  api,
}) => {
  const answer = await api.get("/v1/transactions?limit=51");
  const { request_id: id } = answer.json() as Problem;
  await organiser.goto("/developers/requests");
  await expect(organiser.getByRole("row", { name: /limit=51/ }).first()).toBeVisible();
  await organiser.getByRole("searchbox", { name: "Search requests" }).fill(id);
  const rows = organiser.getByRole("table", { name: "Requests" }).getByRole("row", { name: /limit=/ });
  await expect(rows).toHaveCount(1);
  await expect(organiser).toHaveURL(new RegExp(`q=${id}`));
  await rows.getByRole("button", { name: "/v1/transactions" }).click();
  const drawer = organiser.getByRole("dialog", { name: "GET /v1/transactions" });
  await expect(drawer).toContainText("400");
  await expect(drawer).toContainText("session_id is required");
  await expect(drawer.getByRole("region", { name: "Request" })).toContainText(
    "GET /v1/transactions?limit=51",
  );
  await expect(drawer.getByRole("region", { name: "Response" })).toContainText(id);
  await expect(organiser).toHaveURL(new RegExp(`request=${id}`));
});

test("the address of a call opens it, and an unknown one says so", async ({ organiser, api }) => {
  const answer = await api.get("/v1/sessions/ses_none");
  const { request_id: id } = answer.json() as Problem;
  await expect
    .poll(async () => (await organiser.request.get(`/api/dashboard/requests/${id}`)).status())
    .toBe(200);
  await organiser.goto(`/developers/requests?request=${id}`);
  await expect(organiser.getByRole("dialog", { name: "GET /v1/sessions/ses_none" })).toContainText("404");
  await organiser.goto("/developers/requests?request=req_01m7wja30291e5wma656tpsg5t");
  await expect(organiser.getByRole("dialog", { name: "Request" })).toContainText(
    "This request is not shown.",
  );
});

test("a long path ends within its column", async ({ organiser, api }) => {
  const { session_id: id } = await createSession(api);
  await api.get(`/v1/transactions?session_id=${id}&limit=50&offset=9000000`);
  await organiser.setViewportSize({ width: 900, height: 700 });
  await organiser.goto("/developers/requests");
  const row = organiser.getByRole("row", { name: /offset=9000000/ }).first();
  await expect(row).toBeVisible();
  const outside = () =>
    row
      .getByRole("rowheader")
      .evaluate(
        (cell) =>
          (cell.firstElementChild?.getBoundingClientRect().right ?? 0) - cell.getBoundingClientRect().right,
      );
  await expect.poll(outside).toBeLessThanOrEqual(0);
});

test("errors, method, key and period filter the list, in the address", async ({ organiser, api }) => {
  await createSession(api);
  await api.get("/v1/sessions/ses_none");
  await organiser.goto("/developers/requests");
  const table = organiser.getByRole("table", { name: "Requests" });
  await expect(table.getByRole("row", { name: /ses_none/ }).first()).toBeVisible();
  await organiser.getByRole("radio", { name: "Errors" }).check();
  await expect(organiser).toHaveURL(/outcome=error/);
  await expect(table.getByRole("row", { name: /201/ })).toHaveCount(0);
  await expect(table.getByRole("row", { name: /ses_none/ }).first()).toBeVisible();
  await organiser.getByRole("radio", { name: "All" }).check();
  await organiser.getByRole("button", { name: "Method" }).click();
  await organiser.getByRole("menuitem", { name: "POST" }).click();
  await expect(organiser).toHaveURL(/method=POST/);
  await expect(table.getByRole("row", { name: /ses_none/ })).toHaveCount(0);
  await expect(table.getByRole("row", { name: /201/ }).first()).toBeVisible();
  await organiser.getByRole("button", { name: "Clear method" }).click();
  await organiser.getByRole("button", { name: "Last hour" }).click();
  await organiser.getByRole("menuitem", { name: "Last 7 days" }).click();
  await expect(organiser).toHaveURL(/period=week/);
  await organiser.getByRole("button", { name: "Key", exact: true }).click();
  await organiser.getByRole("menuitem").first().click();
  await expect(organiser).toHaveURL(/key=key_/);
  await organiser.getByRole("searchbox", { name: "Search requests" }).fill("/v1/none");
  await expect(organiser.getByText("No results")).toBeVisible();
  await organiser.getByRole("button", { name: "Clear the filters" }).click();
  await expect(organiser).not.toHaveURL(/key=|q=/);
});

test("no screen of the log shows a person, an account number or a key", async ({
  organiser,
  api,
  pay,
  baseURL,
}) => {
  const session = await createSession(api);
  await pay.transfer(session, {
    senderName: "NGOZI PRIVATE",
    senderAccount: "0198765432",
    narration: "for Ngozi",
  });
  const operator = { name: "Ada Private", email: "ada.private@example.com", phone: "+2348035550001" };
  const added = await api.post(`/v1/sessions/${session.session_id}/operators`, operator);
  const listed = await api.get(`/v1/transactions?session_id=${session.session_id}`);
  expectData(listed);
  const secret = await createApi(baseURL ?? "", "").get("/v1/sessions?key=tk_live_abcdefghijklmnop");
  expect(secret.status).toBe(401);
  for (const { headers } of [added, listed]) {
    const id = String(headers["x-request-id"]);
    await expect
      .poll(async () => (await organiser.request.get(`/api/dashboard/requests/${id}`)).status())
      .toBe(200);
    await organiser.goto(`/developers/requests?q=${session.session_id}&request=${id}`);
    const drawer = organiser.getByRole("dialog");
    await expect(drawer.getByRole("region", { name: "Response" })).toContainText("•••");
    const shown = (await organiser.getByRole("main").innerText()) + (await drawer.innerText());
    for (const hidden of [
      "PRIVATE",
      "Private",
      "0198765432",
      "+2348035550001",
      session.collection_account?.account_number,
    ])
      expect(shown).not.toContain(hidden);
    expect(shown).toContain(session.session_id);
  }
});
