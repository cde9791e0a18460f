import { z } from "zod";
import { endpoint } from "@/lib/http/endpoint";
import { closeSession, createSession, getSession } from "@/lib/sessions";
import { ClosedSession, CreateSession, Session } from "@/lib/sessions/contract";
import { SessionParams } from "./params";

/** Creates a session with its accounts and terminals. */
export const createSessionEndpoint = endpoint({
  name: "create session",
  docs: {
    operationId: "createSession",
    tag: "Sessions",
    section: "4.1",
    summary: "Open a session for an event",
    description:
      "Opens a session with a bank account and terminals as requested: either all of it exists afterwards or none.",
    errors: ["no_bank_connection", "account_quota_reached", "bank_refused"],
  },
  params: z.object({}),
  body: CreateSession,
  status: 201,
  response: Session,
  handle: (scope, { body }, _headers, write) => createSession(scope, body, { write }),
});

/** Returns a session. */
export const getSessionEndpoint = endpoint({
  name: "get session",
  docs: {
    operationId: "getSession",
    tag: "Sessions",
    section: "4.2",
    summary: "Read a session",
    description: "Returns a session as its creation returned it, with its current status.",
  },
  params: SessionParams,
  status: 200,
  response: Session,
  hasContentTag: true,
  handle: (scope, { params }) => getSession(scope, params.session_id),
});

/** Closes a session; later payments become exceptions. */
export const closeSessionEndpoint = endpoint({
  name: "close session",
  docs: {
    operationId: "closeSession",
    tag: "Sessions",
    section: "4.3",
    summary: "Close a session",
    description:
      "Closes a session: later payments become exceptions. A closed session stays closed, and closing it again returns the same.",
  },
  params: SessionParams,
  status: 200,
  response: ClosedSession,
  handle: (scope, { params }, _headers, write) => closeSession(scope, params.session_id, write),
});
