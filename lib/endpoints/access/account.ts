import { z } from "zod";
import { memberScope } from "@/lib/auth/member";
import { idSchema } from "@/lib/core/ids";
import { endpoint } from "@/lib/http/endpoint";
import { dismissAlert } from "@/lib/organisations";
import {
  confirmSetUp,
  getOwnSecondFactor,
  renewRecoveryCodes,
  startSetUp,
  turnOffSecondFactor,
} from "@/lib/second-factor";
import {
  ConfirmSecondFactor,
  OwnSecondFactor,
  RecoveryCodes,
  SecondFactorSetUp,
} from "@/lib/second-factor/contract";
import { changeOwnPassword, confirmIdentity } from "@/lib/sign-ins";
import { ChangePassword, Confirmed, ConfirmIdentity, Ended } from "@/lib/sign-ins/contract";

const NoParams = z.object({});

/** Verifies the member again by password or code, which sensitive actions require. */
export const confirmIdentityEndpoint = endpoint({
  name: "confirm own identity",
  params: NoParams,
  body: ConfirmIdentity,
  status: 200,
  response: Confirmed,
  handle: async (scope, { body }) => {
    await confirmIdentity(memberScope(scope), body);
    return { confirmed: true as const };
  },
});

/** Changes the member's own password and ends the other sign-ins. Returns how many ended. */
export const changePasswordEndpoint = endpoint({
  name: "change own password",
  params: NoParams,
  body: ChangePassword,
  status: 200,
  response: Ended,
  handle: (scope, { body }) => changeOwnPassword(memberScope(scope), body),
});

/** Returns the state of the member's own second factor. */
export const getSecondFactorEndpoint = endpoint({
  name: "get own second factor",
  params: NoParams,
  status: 200,
  response: OwnSecondFactor,
  handle: getOwnSecondFactor,
});

/** Begins the set-up of a second factor: returns the secret and a ticket; stores nothing. */
export const startSecondFactorEndpoint = endpoint({
  name: "begin set-up of second factor",
  params: NoParams,
  status: 200,
  response: SecondFactorSetUp,
  handle: async (scope) => startSetUp(scope),
});

/** Stores the second factor if the code matches the secret. Returns the recovery codes, shown once. */
export const confirmSecondFactorEndpoint = endpoint({
  name: "confirm set-up of second factor",
  params: NoParams,
  body: ConfirmSecondFactor,
  status: 201,
  response: RecoveryCodes,
  handle: (scope, { body }) => confirmSetUp(scope, body),
});

/** Removes the member's own second factor. Returns the new state. */
export const turnOffSecondFactorEndpoint = endpoint({
  name: "turn off own second factor",
  params: NoParams,
  status: 200,
  response: OwnSecondFactor,
  handle: async (scope) => {
    await turnOffSecondFactor(scope);
    return getOwnSecondFactor(scope);
  },
});

/** Replaces the recovery codes. Returns the new ones. */
export const renewRecoveryCodesEndpoint = endpoint({
  name: "renew own recovery codes",
  params: NoParams,
  status: 201,
  response: RecoveryCodes,
  handle: renewRecoveryCodes,
});

/** Dismisses one access alert of the member. Returns its id. */
export const dismissAlertEndpoint = endpoint({
  name: "dismiss alert",
  params: z.object({ alert_id: idSchema("memberAlert") }),
  status: 200,
  response: z.object({ id: idSchema("memberAlert") }),
  handle: async (scope, { params }) => {
    await dismissAlert(scope, params.alert_id);
    return { id: params.alert_id };
  },
});
