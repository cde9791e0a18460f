import { z } from "zod";
import { AUDIT_ACTION_LABELS, type AuditAction } from "@/lib/audit/labels";
import { idOf } from "@/lib/core/ids";
import { MEMBER_ROLES } from "@/lib/core/roles";
import { KEY_SCOPES } from "@/lib/core/scope";
import { filledTextUpTo, MAX_NAME_LENGTH, optional, Text, textUpTo } from "@/lib/core/text";
import { Instant } from "@/lib/core/time";

/** Room for the words of a key's purpose; a line of the table. */
const MAX_KEY_NAME_LENGTH = 80;
/** The longest path of an e-mail address (RFC 5321 §4.5.3.1.3). */
export const MAX_EMAIL_LENGTH = 254;
/** A week is enough for anybody to change over, and short enough that a leaked key dies. */
export const MAX_OVERLAP_HOURS = 168;

/** More entries than this are better written as larger ranges. */
const MAX_ALLOWED_ADDRESSES = 50;

const Mode = z.enum(["test", "live"]);
const KeyScope = z.enum(KEY_SCOPES);

/** An API key as its organisation sees it; never the key itself. */
export const ApiKey = z.object({
  key_id: idOf("apiKey"),
  name: z.string(),
  mode: Mode,
  /** Its first characters. */
  hint: z.string(),
  /** `write` includes `read`. */
  scope: KeyScope,
  /** Where calls may come from; empty: anywhere. */
  allowed_addresses: z.array(z.string()),
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
  name: filledTextUpTo(MAX_KEY_NAME_LENGTH).refine(
    (name) => !/\p{Cc}/u.test(name),
    "must be on one line, without control characters",
  ),
  mode: Mode,
  /** What it may do; reads and writes where absent. */
  scope: optional(KeyScope).transform((scope) => scope ?? "write"),
  /** IP addresses and ranges that calls may come from; anywhere where absent or empty. */
  allowed_addresses: optional(
    z.array(Text).max(MAX_ALLOWED_ADDRESSES, `must have ${MAX_ALLOWED_ADDRESSES} entries at most`),
  ).transform((ranges) => ranges ?? []),
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

/** The token of a single-use link. */
export const LinkToken = z.object({ token: textUpTo(100) });

/** What a single-use link asks of whoever holds it. */
export const DescribedLink = z.object({
  organisation: z.string(),
  email: z.string(),
  /** Whether it lets somebody join, or a member set another password. */
  purpose: z.enum(["join", "reset"]),
  /** A new password, or the one by which the person signs in already. */
  asks_for: z.enum(["new_password", "own_password"]),
});

/** A link's token with the password that it asks for, and a code where the person has a second factor. */
export const Join = LinkToken.extend({ password: textUpTo(1_000), code: textUpTo(20).optional() });

/** Who may sign in now, and to which organisation. */
export const Joined = z.object({ email: z.string(), organisation: z.string() });

/** A member as the others see one. */
export const MemberRow = z.object({
  id: idOf("member"),
  email: z.string(),
  name: z.string(),
  role: z.enum(MEMBER_ROLES),
  /** Whether the invitation was accepted. */
  status: z.enum(["active", "invited"]),
  /** Whether the member has a second factor; false while they are invited. */
  second_factor: z.boolean(),
  created_at: Instant,
});

/** Whom to invite, as what. */
export const InviteMember = z.object({
  email: filledTextUpTo(MAX_EMAIL_LENGTH),
  name: textUpTo(MAX_NAME_LENGTH).optional(),
  role: z.enum(MEMBER_ROLES),
});

/** What a member becomes. */
export const ChangeRole = z.object({ role: z.enum(MEMBER_ROLES) });

/** A link that lets somebody join or set a new password, shown this once. */
export const ShownLink = z.object({ member_id: idOf("member"), url: z.string(), expires_at: Instant });

/** What a member is told on the dashboard: that somebody else changed their access. */
export const MemberAlert = z.object({
  id: idOf("memberAlert"),
  action: z.enum(Object.keys(AUDIT_ACTION_LABELS) as [AuditAction, ...AuditAction[]]),
  /** Who did it. */
  actor: z.string(),
  details: z.record(z.string(), z.string()),
  created_at: Instant,
});
