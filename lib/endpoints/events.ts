import { z } from "zod";
import { idOf } from "@/lib/core/ids";
import { endpoint } from "@/lib/http/endpoint";
import {
  countAttention,
  createSession,
  getClosePreview,
  getEvent,
  listEvents,
  setVenue,
} from "@/lib/sessions";
import {
  ClosePreview,
  EventHead,
  EventList,
  EventsQuery,
  OpenEvent,
  Session,
  Venue,
  Waiting,
} from "@/lib/sessions/contract";

const SessionParams = z.object({ session_id: idOf("session") });

export const listEventsEndpoint = endpoint({
  name: "list events",
  params: z.object({}),
  query: EventsQuery,
  status: 200,
  response: EventList,
  handle: (scope, { query }) => listEvents(scope, query),
});

export const getEventEndpoint = endpoint({
  name: "get event",
  params: SessionParams,
  status: 200,
  response: EventHead,
  handle: (scope, { params }) => getEvent(scope, params.session_id),
});

export const countWaitingEndpoint = endpoint({
  name: "count what waits at event",
  params: SessionParams,
  status: 200,
  response: Waiting,
  handle: (scope, { params }) => countAttention(scope, params.session_id),
});

/** `createSessionEndpoint` for the dashboard's form, which also says where, and may be sent twice. */
export const createEventEndpoint = endpoint({
  name: "open event",
  params: z.object({}),
  body: OpenEvent,
  status: 201,
  response: Session,
  handle: (scope, { body: { session_id: sessionId, venue, ...request } }) =>
    createSession(scope, request, { sessionId, venue: venue?.trim() }),
});

export const setVenueEndpoint = endpoint({
  name: "set venue of event",
  params: SessionParams,
  body: Venue,
  status: 200,
  response: Venue,
  handle: (scope, { params, body }) => setVenue(scope, params.session_id, body.venue),
});

export const closingFactsEndpoint = endpoint({
  name: "get closing facts of event",
  params: SessionParams,
  status: 200,
  response: ClosePreview,
  handle: (scope, { params }) => getClosePreview(scope, params.session_id),
});
