import { z } from "zod";
import { DEEDS, type Deed } from "@/lib/audit/words";
import { idOf } from "@/lib/core/ids";
import { MEMBER_ROLES } from "@/lib/core/roles";
import { FilledText, optional, Text } from "@/lib/core/text";
import { Instant } from "@/lib/core/time";

/** Room for the words of a key's purpose; a line of the table. */
const MAX_KEY_NAME_LENGTH = 80;
/** A week is enough for anybody to change over, and short enough that a leaked key dies. */
export const MAX_OVERLAP_HOURS = 168;

const Mode = z.enum(["test", "live"]);

/** An API key as its organisation sees it; never the key itself. */
export const ApiKey = z.object({
  key_id: idOf("apiKey"),
  name: z.string(),
  mode: Mode,
  /** Its first characters. */
  hint: z.string(),
  /** Who issued it; empty where the command line did. */
  issued_by: z.string(),
  created_at: Instant,
  /** To the minute. */
  last_used_at: Instant.nullable(),
  expires_at: Instant.nullable(),
  revoked_at: Instant.nullable(),
  /** Whether it is good for a request now. */
  is_working: z.boolean(),
});

/** An organisation's keys, the newest first. */
export const ApiKeys = z.object({ keys: z.array(ApiKey), generated_at: Instant });

/** What a new key is asked for by. */
export const IssueKey = z.object({
  name: FilledText.refine(
    (name) => name.length <= MAX_KEY_NAME_LENGTH && !/\p{Cc}/u.test(name),
    `must have ${MAX_KEY_NAME_LENGTH} characters at most, on one line`,
  ),
  mode: Mode,
});

/** A new key; the only time that it is shown. */
export const NewApiKey = z.object({ key_id: idOf("apiKey"), name: z.string(), api_key: z.string() });

/** For how long the old key stays good beside the new one; 0: not at all. */
export const RotateKey = z.object({
  overlap_hours: optional(
    z
      .number()
      .refine(
        (hours) => Number.isInteger(hours) && hours >= 0 && hours <= MAX_OVERLAP_HOURS,
        `must be a whole number from 0 to ${MAX_OVERLAP_HOURS}`,
      ),
  ).transform((hours) => hours ?? 24),
});

/** The new key, and until when the old one is good. */
export const ReplacedApiKey = NewApiKey.extend({ old_key_expires_at: Instant });

export const RevokedApiKey = z.object({ key_id: idOf("apiKey"), revoked_at: Instant });

/** What a single-use link and the password that it is to set come as. */
export const Join = z.object({ token: z.string().max(100), password: z.string().max(1_000) });

/** Whose password was set. */
export const Joined = z.object({ email: z.string() });

/** A member as the others see one. */
export const MemberRow = z.object({
  id: idOf("member"),
  email: z.string(),
  name: z.string(),
  role: z.enum(MEMBER_ROLES),
  /** Whether a password was ever set; until then there is but a link. */
  status: z.enum(["active", "invited"]),
  /** Whether the member has a second factor. */
  second_factor: z.boolean(),
  created_at: Instant,
});

/** Whom to invite, as what. */
export const InviteMember = z.object({
  email: FilledText.refine((text) => text.length <= 254, "must be at most 254 characters"),
  name: Text.max(120).optional(),
  role: z.enum(MEMBER_ROLES),
});

/** What a member becomes. */
export const ChangeRole = z.object({ role: z.enum(MEMBER_ROLES) });

/** A link that sets a password, shown this once. */
export const ShownLink = z.object({ member_id: idOf("member"), url: z.string(), expires_at: Instant });

/** What a member is told on the dashboard: that somebody else changed their access. */
export const MemberAlert = z.object({
  id: idOf("memberAlert"),
  action: z.enum(Object.keys(DEEDS) as [Deed, ...Deed[]]),
  /** Who did it. */
  actor: z.string(),
  details: z.record(z.string(), z.string()),
  created_at: Instant,
});
