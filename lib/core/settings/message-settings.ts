import { z } from "zod";
import { encryptionKey } from "./setting-schemas";

const ADDRESS = /^(?:[^<>\p{Cc}]*<([^<>\s]+)>|([^<>\s]+))$/u;

/** Returns the e-mail address of a sender such as `Takings <alerts@example.com>`; undefined if it is malformed. */
function findAddress(sender: string): string | undefined {
  const [, named, plain] = ADDRESS.exec(sender.trim()) ?? [];
  const parsed = z.email().safeParse(named ?? plain);
  return parsed.success ? parsed.data : undefined;
}

/** The settings of messages to members, by mail and by Web Push, as they are written in the environment. */
export const MESSAGE_SETTINGS = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" })
    .refine((text) => URL.canParse(text) && new URL(text).hostname !== "", "must have a host")
    .optional(),
  MAIL_FROM: z
    .string()
    .refine(
      (sender) => findAddress(sender) !== undefined,
      "must be an e-mail address, or a name with one: Takings <alerts@example.com>",
    )
    .optional(),
  VAPID_PRIVATE_KEY: encryptionKey.optional(),
};

type RawMessageSettings = z.output<z.ZodObject<typeof MESSAGE_SETTINGS>>;

/** Returns the faults of message settings that depend on each other. */
export const findMessageFaults = ({ SMTP_URL, MAIL_FROM }: RawMessageSettings): string[] =>
  SMTP_URL && !MAIL_FROM ? ["MAIL_FROM: must be set because SMTP_URL is set"] : [];

/** Returns the typed settings of messages to members. */
export function resolveMessages({ SMTP_URL, MAIL_FROM, VAPID_PRIVATE_KEY }: RawMessageSettings) {
  return {
    /** The server that sends mail, with its credentials, and the sender; undefined: the service sends no mail. */
    mail: SMTP_URL && MAIL_FROM ? { smtpUrl: SMTP_URL, from: MAIL_FROM } : undefined,
    /** The e-mail address of the sender. */
    mailAddress: MAIL_FROM && findAddress(MAIL_FROM),
    /** Identifies this deployment to push services (RFC 8292): a private key of P-256. Undefined only before the first start. */
    vapidPrivateKey: VAPID_PRIVATE_KEY,
  };
}
