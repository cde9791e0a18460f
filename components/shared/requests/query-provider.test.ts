/** Guarantee: a change is sent when it is made, once and never later by itself. */
import {
  MutationObserver,
  notifyManager,
  onlineManager,
  type QueryClient,
  QueryObserver,
} from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, asApiError } from "./api";
import { createClient } from "./query-provider";

let client: QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
  client = createClient();
});

afterEach(() => {
  client.clear();
  onlineManager.setOnline(true);
  vi.useRealTimers();
});

test("without a connection a change fails at once, and is not sent when the connection returns", async () => {
  onlineManager.setOnline(false);
  const send = vi.fn(() => Promise.reject(asApiError(new TypeError("Failed to fetch"))));
  const change = new MutationObserver(client, { mutationFn: send });
  change.mutate().catch(() => undefined);
  await vi.advanceTimersByTimeAsync(1);
  expect(change.getCurrentResult()).toMatchObject({ status: "error", isPaused: false });
  onlineManager.setOnline(true);
  await client.resumePausedMutations();
  expect(send).toHaveBeenCalledTimes(1);
});

test("without a connection a query fails, and is sent again when the connection returns", async () => {
  client.mount();
  onlineManager.setOnline(false);
  const read = vi.fn(() => Promise.reject(new ApiError(400, {})));
  const query = new QueryObserver(client, { queryKey: ["figures"], queryFn: read, staleTime: 0 });
  const unsubscribe = query.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1);
  expect(query.getCurrentResult()).toMatchObject({ status: "error", fetchStatus: "idle" });
  onlineManager.setOnline(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(read).toHaveBeenCalledTimes(2);
  unsubscribe();
  client.unmount();
});

test("a button is busy before the next click, even if no timer has run", async () => {
  const send = vi.fn(() => new Promise(() => undefined));
  const change = new MutationObserver(client, { mutationFn: send });
  let isBusy = false;
  // As useMutation subscribes.
  change.subscribe(
    notifyManager.batchCalls(() => {
      isBusy = change.getCurrentResult().isPending;
    }),
  );
  const click = () => !isBusy && void change.mutate();
  click();
  await Promise.resolve();
  click();
  await vi.advanceTimersByTimeAsync(1);
  expect(send).toHaveBeenCalledTimes(1);
});
