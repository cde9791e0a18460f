import { cache } from "react";
import { z } from "zod";
import type { MemberScope } from "@/lib/auth/member";
import type { Id } from "@/lib/core/ids";
import { getEvent } from "@/lib/sessions";
import { EventDetails } from "@/lib/sessions/contract";
import { withRequestId } from "./with-request-id";

const loadEventHead = async (member: MemberScope, sessionId: Id<"session">) =>
  z.encode(EventDetails, await getEvent(member, sessionId));

/** Returns an event's header data, read once per request for layout and page. Throws `Failure("not_found")`. */
export const readEvent = cache((member: MemberScope, sessionId: Id<"session">) =>
  withRequestId(loadEventHead(member, sessionId)),
);
