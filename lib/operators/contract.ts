import { z } from "zod";
import { idOf } from "@/lib/core/ids";
import { FilledText, optional, Text } from "@/lib/core/text";
import { Instant } from "@/lib/core/time";

/** The body of add operator (§4.4). */
export const AddOperator = z.object({
  name: FilledText,
  email: optional(Text),
  phone: optional(Text),
  role: optional(FilledText),
});

/** §2.4 as §4.4 answers it: without the e-mail address. */
export const Operator = z.object({
  id: idOf("operator"),
  session_id: idOf("session"),
  name: z.string(),
  phone: z.string(),
  role: z.string(),
  created_at: Instant,
});
