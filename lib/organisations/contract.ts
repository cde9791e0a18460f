import { z } from "zod";
import { AUDIT_ACTION_LABELS } from "@/lib/audit/labels";
import { MAX_NAME_LENGTH, nonBlankTextSchema, optional, Text, textSchema } from "@/lib/core/format/text";
import { idSchema } from "@/lib/core/ids";
import { keysOf } from "@/lib/core/keys";
import { MEMBER_ROLES } from "@/lib/core/roles";
import { KEY_SCOPES } from "@/lib/core/scope";
import { Instant } from "@/lib/core/time";
import { TIME_ZONES } from "@/lib/core/zone/zone-table";

/** Long enough to describe the key's purpose; fits on one line of the table. */
const MAX_KEY_NAME_LENGTH = 80;
/** The maximum length of an e-mail address (RFC 5321 §4.5.3.1.3). */
const MAX_EMAIL_LENGTH = 254;
/** One week: long enough to change over, short enough to limit the use of a leaked key. */
export const MAX_OVERLAP_HOURS = 168;

/** A longer list should use larger ranges. */
const MAX_ALLOWED_ADDRESSES = 50;

const Mode = z.enum(["test", "live"]);
const KeyScope = z.enum(KEY_SCOPES);

/** An API key as the dashboard lists it, without the key itself. */
export const ApiKey = z.object({
  key_id: idSchema("apiKey"),
  name: z.string(),
  mode: Mode,
  /** Its first characters. */
  hint: z.string(),
  /** `write` includes `read`. */
  scope: KeyScope,
  /** IP addresses and ranges that may call; empty: any. */
  allowed_addresses: z.array(z.string()),
  /** Name of the member who issued it; empty if the command line did. */
  issued_by: z.string(),
  created_at: Instant,
  /** Precise to one minute. */
  last_used_at: Instant.nullable(),
  expires_at: Instant.nullable(),
  revoked_at: Instant.nullable(),
  /** Whether requests with it are accepted now: not revoked and not expired. */
  is_working: z.boolean(),
});

/** An organisation's keys, newest first. */
export const ApiKeys = z.object({ keys: z.array(ApiKey), generated_at: Instant });

/** Request to issue a key. */
export const IssueKey = z.object({
  name: nonBlankTextSchema(MAX_KEY_NAME_LENGTH).refine(
    (name) => !/\p{Cc}/u.test(name),
    "must be on one line, without control characters",
  ),
  mode: Mode,
  /** Default: `write`. */
  scope: optional(KeyScope).transform((scope) => scope ?? "write"),
  /** IP addresses and ranges that may call; absent or empty: any. */
  allowed_addresses: optional(
    z.array(Text).max(MAX_ALLOWED_ADDRESSES, `must have ${MAX_ALLOWED_ADDRESSES} entries at most`),
  ).transform((ranges) => ranges ?? []),
});

/** A new key. The key itself is returned only here. */
export const NewApiKey = z.object({ key_id: idSchema("apiKey"), name: z.string(), api_key: z.string() });

/** Request to rotate a key: how long the old key stays valid beside the new one; 0: not at all. */
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

/** The new key and the expiry of the old one. */
export const ReplacedApiKey = NewApiKey.extend({ old_key_expires_at: Instant });

export const RevokedApiKey = z.object({ key_id: idSchema("apiKey"), revoked_at: Instant });

/** Request for a link that sets a new password, by somebody who cannot sign in. */
export const ForgottenPassword = z.object({ email: nonBlankTextSchema(MAX_EMAIL_LENGTH) });

/** The same answer whether or not somebody signs in with the address. */
export const ForgottenPasswordAnswer = z.object({ accepted: z.literal(true) });

/** The token of a single-use link. */
export const LinkToken = z.object({ token: textSchema(100) });

/** The purpose of a single-use link and the password that it needs. */
export const DescribedLink = z.object({
  organisation: z.string(),
  email: z.string(),
  /** `join` accepts an invitation, `reset` sets a new password. */
  purpose: z.enum(["join", "reset"]),
  /** A new password, or the one with which the person already signs in. */
  asks_for: z.enum(["new_password", "own_password"]),
});

/** A link's token with the password that it asks for, and a code if the person has a second factor. */
export const Join = LinkToken.extend({ password: textSchema(1_000), code: textSchema(20).optional() });

/** The e-mail address that can sign in now, and the organisation joined. */
export const Joined = z.object({ email: z.string(), organisation: z.string() });

/** A member in the members list. */
export const MemberRow = z.object({
  id: idSchema("member"),
  email: z.string(),
  name: z.string(),
  role: z.enum(MEMBER_ROLES),
  /** `invited` until the invitation is accepted. */
  status: z.enum(["active", "invited"]),
  /** Whether the member has a second factor; false while `invited`. */
  second_factor: z.boolean(),
  created_at: Instant,
});

/** Request to invite a member. */
export const InviteMember = z.object({
  email: nonBlankTextSchema(MAX_EMAIL_LENGTH),
  name: textSchema(MAX_NAME_LENGTH).optional(),
  role: z.enum(MEMBER_ROLES),
});

/** Request to change a member's role. */
export const ChangeRole = z.object({ role: z.enum(MEMBER_ROLES) });

/** A link that accepts an invitation or sets a new password. It is returned only here, and mailed if `mailed`. */
export const ShownLink = z.object({
  member_id: idSchema("member"),
  url: z.string(),
  expires_at: Instant,
  mailed: z.boolean(),
});

/** A dashboard alert: another person changed the member's access. */
export const MemberAlert = z.object({
  id: idSchema("memberAlert"),
  action: z.enum(keysOf(AUDIT_ACTION_LABELS)),
  /** Name or e-mail address of the person who changed it. */
  actor: z.string(),
  details: z.record(z.string(), z.string()),
  created_at: Instant,
});

/** What the pages and prints of an organisation show about it; null: not given. */
export const OrganisationProfile = z.object({
  /** The name of the organisation in the service. */
  name: z.string(),
  legal_name: z.string().nullable(),
  /** Up to six lines. */
  address: z.string().nullable(),
  /** The IANA time zone of its screens; null: `default_time_zone`, that of the business. */
  time_zone: z.string().nullable(),
  /** The facts of the logo; the image is served apart. `sha256` is in base64url. */
  logo: z
    .object({
      type: z.enum(["png", "jpeg", "webp"]),
      width: z.int(),
      height: z.int(),
      sha256: z.string(),
    })
    .nullable(),
  default_time_zone: z.string(),
  /** The time zones that can be chosen. */
  time_zones: z.array(z.string()),
});

/** Room for street, district, city, state, postal code and country. */
const MAX_ADDRESS_LINES = 6;

const trimLines = (text: string) =>
  text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .join("\n")
    .trim();

const LegalName = textSchema(MAX_NAME_LENGTH).refine(
  (name) => !/\p{Cc}/u.test(name),
  "must be on one line, without control characters",
);
const Address = Text.transform(trimLines)
  .refine((text) => !/[^\P{Cc}\n]/u.test(text), "must not contain control characters")
  .refine(
    (text) => text.split("\n").length <= MAX_ADDRESS_LINES,
    `must have at most ${MAX_ADDRESS_LINES} lines`,
  );
const TimeZone = z
  .string()
  .refine(
    (name) => name === "" || TIME_ZONES.includes(name),
    "must be an IANA time zone such as Africa/Lagos",
  );

/** Makes a text optional; null and an absent one stay absent, and an empty one becomes null, which removes it. */
const removable = (schema: z.ZodType<string, string>) =>
  optional(schema).transform((text) => (text === undefined ? undefined : text.trim() || null));

/** Request to change the profile: the fields that are given; an empty text removes one. */
export const ChangeProfile = z.object({
  legal_name: removable(LegalName),
  address: removable(Address),
  time_zone: removable(TimeZone),
});

/** Request to set the logo: the bytes of the file in base64. */
export const SetLogo = z.object({ image: z.string().min(1, "must be the bytes of an image in base64") });
