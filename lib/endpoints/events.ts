import { z } from "zod";
import { idOf } from "@/lib/core/ids";
import { endpoint } from "@/lib/http/endpoint";
import { getEvent, setVenue } from "@/lib/sessions";
import { EventHead, Venue } from "@/lib/sessions/contract";

const OneSession = z.object({ session_id: idOf("session") });

export const getEventEndpoint = endpoint({
  name: "get event",
  params: OneSession,
  status: 200,
  response: EventHead,
  handle: (scope, { params }) => getEvent(scope, params.session_id),
});

export const setVenueEndpoint = endpoint({
  name: "set venue of event",
  params: OneSession,
  body: Venue,
  status: 200,
  response: Venue,
  handle: (scope, { params, body }) => setVenue(scope, params.session_id, body.venue),
});
