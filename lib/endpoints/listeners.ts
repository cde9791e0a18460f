import { z } from "zod";
import { idSchema } from "@/lib/core/ids";
import { endpoint } from "@/lib/http/endpoint";
import { createListener, fetchListenerEvents, removeListener } from "@/lib/webhooks";
import { ListenerAnswers, ListenerEvents } from "@/lib/webhooks/contract";

const ListenerParams = z.object({ listener_id: idSchema("webhookEndpoint") });

/** Creates a listener for `takings listen`. Returns its signing secret. */
export const createListenerEndpoint = endpoint({
  name: "create listener",
  params: z.object({}),
  status: 201,
  response: z.object({ listener_id: idSchema("webhookEndpoint"), secret: z.string() }),
  handle: (scope) => createListener(scope),
});

/** Takes the answers of the local receiver and returns the next events; waits for one up to 20 seconds. */
export const fetchListenerEventsEndpoint = endpoint({
  name: "fetch events of listener",
  params: ListenerParams,
  body: ListenerAnswers,
  status: 200,
  response: ListenerEvents,
  handle: (scope, { params, body }) => fetchListenerEvents(scope, params.listener_id, body.answers),
});

/** Removes a listener. */
export const removeListenerEndpoint = endpoint({
  name: "remove listener",
  params: ListenerParams,
  status: 200,
  response: z.object({}),
  handle: async (scope, { params }) => {
    await removeListener(scope, params.listener_id);
    return {};
  },
});
