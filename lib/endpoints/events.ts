import { z } from "zod";
import { endpoint } from "@/lib/http/endpoint";
import {
  archiveEvent,
  changeEvent,
  countAttention,
  createSession,
  getClosePreview,
  getEvent,
  listEvents,
} from "@/lib/sessions";
import {
  ArchiveEvent,
  AttentionCounts,
  ChangeEvent,
  ClosePreview,
  CreateEvent,
  EventDetails,
  EventList,
  EventsQuery,
  Session,
} from "@/lib/sessions/contract";
import { SessionParams } from "./params";

/** Lists the events of the organisation with their totals. */
export const listEventsEndpoint = endpoint({
  name: "list events",
  params: z.object({}),
  query: EventsQuery,
  status: 200,
  response: EventList,
  handle: (scope, { query }) => listEvents(scope, query),
});

/** Returns the details of an event. */
export const getEventEndpoint = endpoint({
  name: "get event",
  params: SessionParams,
  status: 200,
  response: EventDetails,
  handle: (scope, { params }) => getEvent(scope, params.session_id),
});

/** Counts what needs a person at an event, for the badges of its navigation. */
export const countAttentionEndpoint = endpoint({
  name: "count attention of event",
  params: SessionParams,
  status: 200,
  response: AttentionCounts,
  handle: (scope, { params }) => countAttention(scope, params.session_id),
});

/** `createSessionEndpoint` for the dashboard's form, with a venue and a client-generated id that makes it idempotent. */
export const createEventEndpoint = endpoint({
  name: "create event",
  params: z.object({}),
  body: CreateEvent,
  status: 201,
  response: Session,
  handle: (scope, { body: { session_id: sessionId, venue, ...request } }) =>
    createSession(scope, request, { sessionId, venue: venue?.trim() }),
});

/** Changes the name, venue and planned times of an event. Returns its details. */
export const changeEventEndpoint = endpoint({
  name: "change event",
  params: SessionParams,
  body: ChangeEvent,
  status: 200,
  response: EventDetails,
  handle: async (scope, { params, body }) => {
    await changeEvent(scope, params.session_id, body);
    return getEvent({ ...scope, toleratesLag: false }, params.session_id);
  },
});

/** Archives or restores a test event. Returns its details. */
export const archiveEventEndpoint = endpoint({
  name: "archive event",
  params: SessionParams,
  body: ArchiveEvent,
  status: 200,
  response: EventDetails,
  handle: async (scope, { params, body }) => {
    await archiveEvent(scope, params.session_id, body.is_archived);
    return getEvent({ ...scope, toleratesLag: false }, params.session_id);
  },
});

/** Returns the facts that a person needs before closing an event. */
export const getClosePreviewEndpoint = endpoint({
  name: "get close preview of event",
  params: SessionParams,
  status: 200,
  response: ClosePreview,
  handle: (scope, { params }) => getClosePreview(scope, params.session_id),
});
