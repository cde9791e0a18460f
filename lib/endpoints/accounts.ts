import { z } from "zod";
import { attachListedAccount, listAccountChoices, listAttachableConnections } from "@/lib/accounts";
import {
  AccountChoices,
  AccountChoicesQuery,
  AttachAccount,
  AttachableConnections,
  AttachedAccount,
} from "@/lib/accounts/contract";
import { idSchema } from "@/lib/core/ids";
import { endpoint } from "@/lib/http/endpoint";
import { SessionParams } from "./params";

/** Lists the bank connections from which an event can get an account. */
export const listAttachableConnectionsEndpoint = endpoint({
  name: "list attachable bank connections of session",
  params: SessionParams,
  status: 200,
  response: AttachableConnections,
  handle: (scope, { params }) => listAttachableConnections(scope, params.session_id),
});

/** Lists a page of the accounts at the bank of a connection. */
export const listAccountChoicesEndpoint = endpoint({
  name: "list accounts of bank connection",
  params: z.object({ connection_id: idSchema("bankConnection") }),
  query: AccountChoicesQuery,
  status: 200,
  response: AccountChoices,
  handle: (scope, { params: { connection_id: connectionId }, query: { cursor } }) =>
    listAccountChoices(scope, { connectionId, cursor }),
});

/** Attaches an account that the bank of a connection lists to an event. */
export const attachAccountEndpoint = endpoint({
  name: "attach account to session",
  params: SessionParams,
  body: AttachAccount,
  status: 201,
  response: AttachedAccount,
  handle: async (scope, { params, body }) => {
    const { sessionId, accountName } = await attachListedAccount(scope, {
      sessionId: params.session_id,
      connectionId: body.connection_id,
      accountNumber: body.account_number,
    });
    return { session_id: sessionId, account_name: accountName };
  },
});
