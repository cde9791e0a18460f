"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { setServerTime } from "../shared/format/clock";
import { getJson, sendJson } from "../shared/requests/api";
import { showFailure } from "../shared/requests/show-failure";
import type { ClaimDeviceJson, DeviceClaimJson, DevicesJson } from "./api";
import * as texts from "./texts";

const PATH = "/api/dashboard/devices";
const KEY = ["devices"];
/** Poll interval of an open claim. */
const POLL_MS = 2_500;

/** Queries the organisation's devices, starting with the page's data if there is any. */
export function useDevices(initialData?: DevicesJson) {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => getJson<DevicesJson>(PATH, signal),
    ...(initialData && { initialData }),
  });
}

function useDevicesChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: KEY }),
      client.invalidateQueries({ queryKey: ["audit"] }),
    ]);
}

/** Opens a claim of a device. */
export function useOpenClaim() {
  const onSettled = useDevicesChanged();
  return useMutation({
    mutationFn: (input: ClaimDeviceJson) => sendJson<DeviceClaimJson>("POST", `${PATH}/claims`, input),
    onSettled,
  });
}

/** Queries a claim, every 2.5 s while it is open. */
export function useClaim(claim: DeviceClaimJson): DeviceClaimJson {
  const changed = useDevicesChanged();
  const { data } = useQuery({
    queryKey: ["device-claim", claim.id],
    queryFn: async ({ signal }) => {
      const now = await getJson<DeviceClaimJson>(`${PATH}/claims/${claim.id}`, signal);
      setServerTime(Date.parse(now.as_of));
      if (now.state !== "open") await changed();
      return now;
    },
    initialData: claim,
    refetchInterval: ({ state }) => (state.data?.state === "open" ? POLL_MS : false),
  });
  return data;
}

/** Cancels a claim; calls `onCancelled` also if the claim is no longer shown as open by then. */
export function useCancelClaim(onCancelled: () => void) {
  const onSettled = useDevicesChanged();
  return useMutation({
    mutationFn: (id: string) => sendJson<DeviceClaimJson>("DELETE", `${PATH}/claims/${id}`),
    onSuccess: onCancelled,
    onError: showFailure(texts.theClaimWasNotCancelled),
    onSettled,
  });
}

/** Releases a device. */
export function useReleaseDevice() {
  const onSettled = useDevicesChanged();
  return useMutation({
    mutationFn: (id: string) => sendJson("POST", `${PATH}/${id}/release`),
    onSettled,
  });
}
