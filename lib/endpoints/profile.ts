import { z } from "zod";
import { Failure } from "@/lib/core/errors/errors";
import { endpoint } from "@/lib/http/endpoint";
import { isNotModified } from "@/lib/http/response/entity-tag";
import type { MemberHandler } from "@/lib/http/serve";
import { changeProfile, findLogo, getProfile, removeLogo, setLogo } from "@/lib/organisations";
import { ChangeProfile, OrganisationProfile, SetLogo } from "@/lib/organisations/contract";

/** Returns the profile of the organisation. */
export const getProfileEndpoint = endpoint({
  name: "get profile of organisation",
  params: z.object({}),
  status: 200,
  response: OrganisationProfile,
  handle: getProfile,
});

/** Changes the legal name, the address and the time zone of the organisation. Returns the new profile. */
export const changeProfileEndpoint = endpoint({
  name: "change profile of organisation",
  params: z.object({}),
  body: ChangeProfile,
  status: 200,
  response: OrganisationProfile,
  handle: async (scope, { body }) => {
    await changeProfile(scope, body);
    return getProfile(scope);
  },
});

/** Sets the logo of the organisation. Returns the new profile. */
export const setLogoEndpoint = endpoint({
  name: "set logo of organisation",
  params: z.object({}),
  body: SetLogo,
  status: 200,
  response: OrganisationProfile,
  handle: async (scope, { body }) => {
    await setLogo(scope, Buffer.from(body.image, "base64"));
    return getProfile(scope);
  },
});

/** Removes the logo of the organisation. Returns the new profile. */
export const removeLogoEndpoint = endpoint({
  name: "remove logo of organisation",
  params: z.object({}),
  status: 200,
  response: OrganisationProfile,
  handle: async (scope) => {
    await removeLogo(scope);
    return getProfile(scope);
  },
});

/**
 * Serves the image of the logo of the organisation. The browser keeps it and asks each time whether it is still the same, so that
 * nobody sees it after signing out.
 */
export const logoHandler: MemberHandler = async (request, scope, { requestId }) => {
  const logo = await findLogo(scope);
  if (!logo) throw new Failure("not_found", { detail: "The organisation has no logo." });
  const etag = `"${logo.sha256}"`;
  const headers = {
    etag,
    "cache-control": "private, no-cache",
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
  };
  if (isNotModified(request, etag)) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(logo.image), {
    headers: { ...headers, "content-type": logo.contentType, "content-length": String(logo.image.length) },
  });
};
