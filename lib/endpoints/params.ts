import { z } from "zod";
import { idSchema } from "@/lib/core/ids";
import { TerminalId } from "@/lib/terminals/contract";

/** The path parameters of an endpoint below a session. */
export const SessionParams = z.object({ session_id: idSchema("session") });

/** The path parameters of an endpoint below a terminal of a session. */
export const TerminalParams = SessionParams.extend({ terminal_id: TerminalId });
