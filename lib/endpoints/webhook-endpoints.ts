import { z } from "zod";
import { idSchema } from "@/lib/core/ids";
import { endpoint } from "@/lib/http/endpoint";
import { rotateSigningSecret, showSigningSecrets } from "@/lib/organisations";
import {
  changeWebhookUrl,
  countOutcomes,
  createOrganisationEndpoint,
  getOrganisationEndpoint,
  getReplay,
  listOrganisationEndpoints,
  removeOrganisationEndpoint,
  replaySelected,
  searchDeliveries,
  startReplay,
  updateOrganisationEndpoint,
} from "@/lib/webhooks";
import {
  ChangedWebhookUrl,
  ChangeWebhookUrl,
  DELIVERIES_PER_PAGE,
  DeliveryOutcomes,
  EndpointInput,
  FoundDeliveries,
  OrganisationEndpoint,
  Replay,
  ReplayAllFailed,
  ReplaySelected,
  SearchQuery,
  SigningSecrets,
} from "@/lib/webhooks/contract";
import { toSecretsJson } from "./access/secrets";
import { SessionParams } from "./params";

const EndpointParams = z.object({ endpoint_id: idSchema("webhookEndpoint") });
const NoParams = z.object({});

const toKeys = ({ deliveries }: z.output<typeof ReplaySelected>) =>
  deliveries.map(({ session_id: sessionId, id }) => ({ sessionId, id }));

const toInput = ({ event_types: eventTypes, ...input }: z.output<typeof EndpointInput>) => ({
  ...input,
  eventTypes,
});

/** Lists the organisation-wide webhook endpoints with their health. */
export const listOrganisationEndpointsEndpoint = endpoint({
  name: "list webhook endpoints",
  params: NoParams,
  status: 200,
  response: z.array(OrganisationEndpoint),
  handle: (scope) => listOrganisationEndpoints(scope),
});

/** Creates an organisation-wide webhook endpoint. */
export const createOrganisationEndpointEndpoint = endpoint({
  name: "create webhook endpoint",
  params: NoParams,
  body: EndpointInput,
  status: 201,
  response: OrganisationEndpoint,
  handle: async (scope, { body }) =>
    getOrganisationEndpoint(scope, await createOrganisationEndpoint(scope, toInput(body))),
});

/** Changes an organisation-wide webhook endpoint. */
export const updateOrganisationEndpointEndpoint = endpoint({
  name: "change endpoint",
  params: EndpointParams,
  body: EndpointInput,
  status: 200,
  response: OrganisationEndpoint,
  handle: async (scope, { params, body }) => {
    await updateOrganisationEndpoint(scope, params.endpoint_id, toInput(body));
    return getOrganisationEndpoint(scope, params.endpoint_id);
  },
});

/** Removes an organisation-wide webhook endpoint. */
export const removeOrganisationEndpointEndpoint = endpoint({
  name: "remove endpoint",
  params: EndpointParams,
  status: 200,
  response: NoParams,
  handle: async (scope, { params }) => {
    await removeOrganisationEndpoint(scope, params.endpoint_id);
    return {};
  },
});

/** Returns the secrets of an organisation-wide webhook endpoint, and writes an audit entry. */
export const showEndpointSecretsEndpoint = endpoint({
  name: "show secrets of endpoint",
  params: EndpointParams,
  status: 200,
  response: SigningSecrets,
  handle: async (scope, { params }) => toSecretsJson(await showSigningSecrets(scope, params.endpoint_id)),
});

/** Rotates the secret of an organisation-wide webhook endpoint. */
export const rotateEndpointSecretEndpoint = endpoint({
  name: "rotate secret of endpoint",
  params: EndpointParams,
  status: 200,
  response: SigningSecrets,
  handle: async (scope, { params }) => toSecretsJson(await rotateSigningSecret(scope, params.endpoint_id)),
});

/** Searches the deliveries of all sessions. */
export const searchDeliveriesEndpoint = endpoint({
  name: "search deliveries",
  params: NoParams,
  query: SearchQuery,
  status: 200,
  response: FoundDeliveries,
  handle: (scope, { query }) => searchDeliveries(scope, { ...query, limit: DELIVERIES_PER_PAGE }),
});

/** Sends selected deliveries again. Returns how many are due again. */
export const replaySelectedEndpoint = endpoint({
  name: "replay selected deliveries",
  params: NoParams,
  body: ReplaySelected,
  status: 200,
  response: z.object({ replayed: z.int() }),
  handle: async (scope, { body }) => ({ replayed: await replaySelected(scope, toKeys(body)) }),
});

/** Counts the outcomes of selected deliveries. */
export const countOutcomesEndpoint = endpoint({
  name: "count outcomes of deliveries",
  params: NoParams,
  body: ReplaySelected,
  status: 200,
  response: DeliveryOutcomes,
  handle: (scope, { body }) => countOutcomes(scope, toKeys(body)),
});

/** Requests that failed deliveries of all sessions are sent again in the background. */
export const replayAllFailedEndpoint = endpoint({
  name: "replay failed deliveries",
  params: NoParams,
  body: ReplayAllFailed,
  status: 200,
  response: Replay,
  handle: (scope, { body }) => startReplay(scope, { since: body.since, webhookEndpointId: body.endpoint_id }),
});

/** Returns the progress of such a request. */
export const getReplayEndpoint = endpoint({
  name: "get replay",
  params: z.object({ replay_id: idSchema("replay") }),
  status: 200,
  response: Replay,
  handle: (scope, { params }) => getReplay(scope, params.replay_id),
});

/** Changes the webhook URL of a session. */
export const changeWebhookUrlEndpoint = endpoint({
  name: "change webhook URL of session",
  params: SessionParams,
  body: ChangeWebhookUrl,
  status: 200,
  response: ChangedWebhookUrl,
  handle: async (scope, { params, body: { webhook_url: url } }) => ({
    webhook_url: url,
    ...(await changeWebhookUrl(scope, params.session_id, url)),
  }),
});
