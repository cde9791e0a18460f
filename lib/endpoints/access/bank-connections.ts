import { z } from "zod";
import {
  addConnection,
  listOwnConnections,
  removeConnection,
  rotateConnection,
  setDefaultConnection,
} from "@/lib/bank-connections";
import {
  AddConnection,
  AddedConnection,
  BankConnections,
  ChangedConnection,
  RotateConnection,
} from "@/lib/bank-connections/contract";
import { idSchema } from "@/lib/core/ids";
import { HOUR_MS } from "@/lib/core/time/durations";
import { endpoint } from "@/lib/http/endpoint";

const ConnectionParams = z.object({ connection_id: idSchema("bankConnection") });

/** Lists the bank connections of the organisation, without their credentials. */
export const listConnectionsEndpoint = endpoint({
  name: "list bank connections",
  params: z.object({}),
  status: 200,
  response: BankConnections,
  handle: (scope) => listOwnConnections(scope),
});

/** Adds a bank connection after its bank has accepted the credentials. */
export const addConnectionEndpoint = endpoint({
  name: "add bank connection",
  params: z.object({}),
  body: AddConnection,
  status: 201,
  response: AddedConnection,
  handle: async (scope, { body }) => {
    const { connectionId, webhookUrl, result } = await addConnection(scope, body);
    return { id: connectionId, webhook_url: webhookUrl, result };
  },
});

/** Replaces credentials of a bank connection after its bank has accepted them. */
export const rotateConnectionEndpoint = endpoint({
  name: "rotate bank connection",
  params: ConnectionParams,
  body: RotateConnection,
  status: 200,
  response: ChangedConnection,
  handle: async (scope, { params, body: { credentials, overlap_hours: hours } }) => {
    const { connectionId } = await rotateConnection(scope, {
      connectionId: params.connection_id,
      credentials,
      ...(hours !== undefined && { overlapMs: hours * HOUR_MS }),
    });
    return { id: connectionId };
  },
});

/** Makes a bank connection the one at which new live events get their account. */
export const setDefaultConnectionEndpoint = endpoint({
  name: "set default bank connection",
  params: ConnectionParams,
  status: 200,
  response: ChangedConnection,
  handle: async (scope, { params }) => {
    const { connectionId } = await setDefaultConnection(scope, { connectionId: params.connection_id });
    return { id: connectionId };
  },
});

/** Removes a bank connection: its credentials are deleted and its notifications refused. */
export const removeConnectionEndpoint = endpoint({
  name: "remove bank connection",
  params: ConnectionParams,
  status: 200,
  response: ChangedConnection,
  handle: async (scope, { params }) => {
    const { connectionId } = await removeConnection(scope, { connectionId: params.connection_id });
    return { id: connectionId };
  },
});
