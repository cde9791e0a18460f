"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { LOGO_PATH } from "@/lib/core/paths";
import type { ChangeProfile, OrganisationProfile } from "@/lib/organisations/contract";
import { getJson, sendJson } from "../../shared/requests/api";
import * as texts from "./texts";

export type ProfileJson = z.input<typeof OrganisationProfile>;
type ChangeJson = z.input<typeof ChangeProfile>;

const PATH = "/api/dashboard/organisation/profile";
const KEY = [texts.organisationProfile];

/** Queries the organisation's profile, starting with the page's data. */
export const useProfile = (initialData: ProfileJson) =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => getJson<ProfileJson>(PATH, signal),
    initialData,
    staleTime: 10_000,
  }).data;

/** A change of the profile, whose answer is the new one. */
function useProfileMutation<Input>(send: (input: Input) => Promise<ProfileJson>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (profile) => client.setQueryData<ProfileJson>(KEY, profile),
  });
}

/** Changes the legal name, the address and the time zone. The form shows errors. */
export const useChangeProfile = () =>
  useProfileMutation((change: ChangeJson) => sendJson<ProfileJson>("PATCH", PATH, change));

/** Sets the logo to a file; `undefined` removes it. The card shows errors. */
export const useSetLogo = () =>
  useProfileMutation(async (file: File | undefined) =>
    file
      ? sendJson<ProfileJson>("PUT", LOGO_PATH, { image: await toBase64(file) })
      : sendJson<ProfileJson>("DELETE", LOGO_PATH),
  );

/** Returns a file's bytes in base64. */
async function toBase64(file: File): Promise<string> {
  const reader = new FileReader();
  const isRead = new Promise((resolve, reject) => {
    reader.onload = resolve;
    reader.onerror = () => reject(reader.error);
  });
  reader.readAsDataURL(file);
  await isRead;
  return String(reader.result).replace(/^[^,]*,/, "");
}
