import { cache } from "react";
import { z } from "zod";
import type { MemberScope } from "@/lib/auth/member";
import type { Id } from "@/lib/core/ids";
import { getEvent } from "@/lib/sessions";
import { EventHead } from "@/lib/sessions/contract";
import { referred } from "./referred";

const headOf = async (member: MemberScope, sessionId: Id<"session">) =>
  z.encode(EventHead, await getEvent(member, sessionId));

/** An event as screens are told of it, read once a request by layout and page. Throws `Failure("not_found")`. */
export const readEvent = cache((member: MemberScope, sessionId: Id<"session">) =>
  referred(headOf(member, sessionId)),
);
