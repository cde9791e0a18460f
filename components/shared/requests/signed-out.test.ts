import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, sendJson } from "./api";
import { signInPrompt } from "./confirm-identity";
import { QueryProvider } from "./query-provider";

const respond = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const signedOut = () => respond(401, { code: "unauthenticated", detail: "Sign in, then try again." });
const saved = () => respond(200, { data: { name: "Jazz" } });

const send = vi.fn<() => Promise<Response>>();
const leave = vi.fn();

beforeEach(() => {
  vi.stubGlobal("fetch", send);
  vi.stubGlobal("window", { location: { pathname: "/events", search: "?new=1", assign: leave } });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

/** Returns the query client that the pages get. */
function clientOfPages(): QueryClient {
  let client: QueryClient | undefined;
  const Page = () => {
    client = useQueryClient();
    return null;
  };
  renderToString(createElement(QueryProvider, null, createElement(Page)));
  if (!client) throw new Error("the page was not rendered");
  return client;
}

/** Waits until the member is asked to sign in, and answers. */
async function answerPrompt(isRepeated: boolean): Promise<void> {
  const prompt = await vi.waitFor(() => signInPrompt.current.get() ?? Promise.reject(new Error("not asked")));
  prompt.complete(isRepeated);
}

test("a change that is answered 401 leaves the page with its form, a query does not", async () => {
  const client = clientOfPages();
  const rejected = () => Promise.reject(new ApiError(401, { code: "unauthenticated" }));
  const change = client.getMutationCache().build(client, { mutationFn: rejected });
  await expect(change.execute(undefined)).rejects.toThrow(ApiError);
  expect(leave).not.toHaveBeenCalled();
  await expect(client.fetchQuery({ queryKey: ["any"], queryFn: rejected })).rejects.toThrow(ApiError);
  expect(leave).toHaveBeenCalledWith("/login?next=%2Fevents%3Fnew%3D1");
});

test("a change is sent again after the member has signed in in another tab", async () => {
  send.mockResolvedValueOnce(signedOut()).mockResolvedValueOnce(signedOut()).mockResolvedValueOnce(saved());
  const changed = sendJson("POST", "/api/dashboard/sessions", { name: "Jazz" });
  await answerPrompt(true);
  await answerPrompt(true);
  await expect(changed).resolves.toEqual({ name: "Jazz" });
  expect(send).toHaveBeenCalledTimes(3);
});

test("without a new sign-in the form gets the error", async () => {
  send.mockResolvedValueOnce(signedOut());
  const changed = sendJson("POST", "/api/dashboard/sessions", { name: "Jazz" });
  await Promise.all([
    answerPrompt(false),
    expect(changed).rejects.toMatchObject({ status: 401, detail: "Sign in, then try again." }),
  ]);
  expect(send).toHaveBeenCalledTimes(1);
});
