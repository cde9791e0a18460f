import fc from "fast-check";
import { countNotifications, countRowsOf } from "../db-queries";
import { type Answer, createApi, createPlatform, createSession, expect, expectData, test } from "../fixtures";
import { type FuzzedRequest, fuzzedRequests } from "./fuzzed-requests";

const SEED = 20_261_120;
const IN_FLIGHT = 24;

/** Runs this many functions in parallel, so that the service is never idle. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const turn = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, turn));
}

const PROBLEM = "code,detail,request_id,status,success,title,type";

/** Lists what is wrong with a response. Plain comparisons: an `expect` for each request would take minutes. */
function faultOf(answer: Answer): string | undefined {
  const { status, headers } = answer;
  if (status >= 500) return `answered ${status}`;
  if (headers["cache-control"] !== "no-store" || headers["x-content-type-options"] !== "nosniff")
    return "bare headers";
  if (!headers["x-request-id"]) return "no request id";
  const body = answer.json() as Record<string, unknown>;
  const { errors, ...rest } = body;
  const members = Object.keys(rest).sort().join();
  if (status < 300) return members === "data,success" && body.success === true ? undefined : "no envelope";
  if (members !== PROBLEM || body.success !== false || body.status !== status)
    return "not the form of an error";
  if (headers["content-type"] !== "application/problem+json") return "not the type of an error";
  return (errors !== undefined) === (status === 400) ? undefined : "errors without a 400, or a 400 without";
}

/** Formats a request for a report. */
const described = ({ method, path, raw }: FuzzedRequest) =>
  `${method} ${path.slice(0, 200)} ${String(raw ?? "").slice(0, 300)}`;

test("ten thousand random requests cause no server error, and refused ones store nothing", async ({
  baseURL,
  otherApi,
  anyone,
  bank,
  isNext,
}) => {
  test.setTimeout(180_000);
  // A new organisation: retries of another test's events would be counted.
  const platform = await createPlatform();
  const api = createApi(baseURL ?? "", platform.apiKey);
  const [mine, theirs] = [await createSession(api), await createSession(otherApi)];
  await bank.tap(mine);
  const added = await api.post(`/v1/sessions/${mine.session_id}/operators`, { name: "Ada" });
  const listed = await api.get(`/v1/transactions?session_id=${mine.session_id}`);
  const ids = {
    session: mine.session_id,
    operator: expectData<{ id: string }>(added, 201).id,
    terminal: mine.pos_terminals[0]?.terminal_id ?? "",
    transaction: expectData<{ id: string }[]>(listed)[0]?.id ?? "",
  };
  const paid = bank.credit({ account: theirs.collection_account?.account_number });
  const notification = bank.compose(paid, "paystack").body;
  const requests = fc
    .sample(fuzzedRequests(ids, { secret: bank.secretOf("paystack"), notification }), {
      seed: SEED,
      numRuns: isNext ? 1_000 : 10_000,
    })
    .filter(({ path }) => !(isNext && UNTIDY.test(path)));

  // The search index is updated asynchronously and must not be counted as left by the requests.
  // The keys of random Idempotency-Key headers, which a refused write keeps with its answer, and the request log are not
  // counted either.
  const counted = async (): Promise<Record<string, number>> => ({
    ...(await countRowsOf(platform.organisationId)),
    idempotency_keys: 0,
    request_log: 0,
  });
  await expect.poll(async () => (await counted()).transaction_search, { timeout: 60_000 }).toBe(1);
  const expected = await counted();
  const add = (table: string, count: number) => {
    expected[table] = (expected[table] ?? 0) + count;
  };
  const faults: string[] = [];
  const refusedNotifications: string[] = [];
  const statuses: Record<number, number> = {};
  const urls = new Set<unknown>();
  await inParallel(requests, async (request) => {
    const isNotification = request.path === "/v1/webhooks/bank";
    const answer = await (isNotification ? anyone : api.send)(request);
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    try {
      const fault = faultOf(answer);
      if (fault) faults.push(`${fault}: ${described(request)}`);
    } catch (thrown) {
      faults.push(`${thrown}: ${described(request)}`);
    }
    if (isNotification && answer.status !== 200)
      refusedNotifications.push(request.headers["x-paystack-signature"] ?? "");
    if (answer.status !== 201 || answer.headers["idempotency-replayed"]) return;
    // The audit log records what an API key changes.
    add("audit_entries", 1);
    const { pos_terminals: terminals } = (answer.json() as { data: { pos_terminals?: unknown[] } }).data;
    if (!terminals) return add("operators", 1);
    for (const table of ["sessions", "session_states"]) add(table, 1);
    for (const table of ["terminals", "device_pairings"]) add(table, terminals.length);
    const { webhook_url: url } = JSON.parse(String(request.raw));
    if (url) urls.add(url);
  });
  add("webhook_endpoints", urls.size);
  const { status } = expectData<{ status: string }>(await api.get(`/v1/sessions/${mine.session_id}`));
  if (status === "closed") add("audit_entries", 1);

  test.info().annotations.push({ type: "answers", description: JSON.stringify(statuses) });
  expect(faults.slice(0, 10)).toEqual([]);
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(["200", "201", "400", "401", "404", "415"]));
  expect(await counted()).toEqual(expected);
  expect(await countNotifications(refusedNotifications)).toBe(0);
});

/** Requests that plain Next answers itself: invalid escapes and dot segments. */
const UNTIDY = /%ff|%(?![0-9a-f]{2})|\/(?:\.|%2e){1,2}(?:\/|$)/i;
