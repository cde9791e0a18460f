import { z } from "zod";
import { endpoint } from "@/lib/http/endpoint";
import { closeSession, createSession, getSession } from "@/lib/sessions";
import { ClosedSession, CreateSession, Session } from "@/lib/sessions/contract";
import { SessionParams } from "./params";

/** Creates a session with its accounts and terminals. */
export const createSessionEndpoint = endpoint({
  name: "create session",
  params: z.object({}),
  body: CreateSession,
  status: 201,
  response: Session,
  handle: (scope, { body }, _headers, write) => createSession(scope, body, { write }),
});

/** Returns a session. */
export const getSessionEndpoint = endpoint({
  name: "get session",
  params: SessionParams,
  status: 200,
  response: Session,
  hasContentTag: true,
  handle: (scope, { params }) => getSession(scope, params.session_id),
});

/** Closes a session; later payments become exceptions. */
export const closeSessionEndpoint = endpoint({
  name: "close session",
  params: SessionParams,
  status: 200,
  response: ClosedSession,
  handle: (scope, { params }, _headers, write) => closeSession(scope, params.session_id, write),
});
