import { z } from "zod";
import { memberScope } from "@/lib/auth/member";
import { idSchema } from "@/lib/core/ids";
import { endpoint } from "@/lib/http/endpoint";
import {
  endOtherSignIns,
  endOwnSignIn,
  listOwnOrganisations,
  listOwnSignIns,
  switchOrganisation,
} from "@/lib/sign-ins";
import { Ended, EndOthers, OwnOrganisation, OwnSignIn, SwitchOrganisation } from "@/lib/sign-ins/contract";

/** Lists the member's own valid sign-ins, latest first. */
export const listOwnSignInsEndpoint = endpoint({
  name: "list own sign-ins",
  params: z.object({}),
  status: 200,
  response: z.array(OwnSignIn),
  handle: listOwnSignIns,
});

/** Ends one of the member's own sign-ins. Returns the number ended. */
export const endOwnSignInEndpoint = endpoint({
  name: "end own sign-in",
  params: z.object({ sign_in_id: idSchema("signIn") }),
  status: 200,
  response: Ended,
  handle: async (scope, { params }) => {
    await endOwnSignIn(scope, params.sign_in_id);
    return { count: 1 };
  },
});

/** Ends all of the member's own sign-ins but one. Returns the number ended. */
export const endOtherSignInsEndpoint = endpoint({
  name: "end other sign-ins",
  params: z.object({}),
  body: EndOthers,
  status: 200,
  response: Ended,
  handle: async (scope, { body }) => ({ count: await endOtherSignIns(scope, body.keep) }),
});

/** Lists the organisations that the person is a member of. */
export const listOwnOrganisationsEndpoint = endpoint({
  name: "list own organisations",
  params: z.object({}),
  status: 200,
  response: z.array(OwnOrganisation),
  handle: listOwnOrganisations,
});

/** Switches the sign-in to another organisation of the person. Returns its id. */
export const switchOrganisationEndpoint = endpoint({
  name: "switch organisation",
  params: z.object({}),
  body: SwitchOrganisation,
  status: 200,
  response: SwitchOrganisation,
  handle: async (scope, { body }) => {
    await switchOrganisation(memberScope(scope), body.organisation_id);
    return body;
  },
});
