import { createTransport, type Transporter } from "nodemailer";
import { assertDefined } from "@/lib/core/errors/assert";
import { Failure } from "@/lib/core/errors/errors";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { isLoopbackHost } from "@/lib/core/settings/loopback";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { singleton } from "@/lib/process-singleton";
import { type MailText, renderHtml, renderText } from "./render";

/** A request that sends a mail waits for the server, so the limits are short. */
const CONNECT_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 10_000;

/** A mail to one person. */
interface Mail extends MailText {
  to: string;
  subject: string;
  /** Identifies the message: a repeat of the same mail has the same. */
  id?: string;
}

/** Returns whether this deployment sends mail, which means that `SMTP_URL` is set. */
export const canSendMail = (): boolean => env().mail !== undefined;

/** Thrown when the server refuses a recipient or a text for good (RFC 5321 §4.2.1, 5yz): sending it again would change nothing. */
class MailRejected extends Error {
  readonly code = "mail_rejected";
}

/**
 * The SMTP commands that a server refuses because of the mail. A refusal of any other, such as a wrong password or a sender that is
 * not allowed, is a fault of the settings, and the mail can be sent once they are mended.
 */
const MAIL_COMMANDS: readonly unknown[] = ["RCPT TO", "DATA"];

/** The access to the mail server. Each mail has a connection of its own, so that none keeps a command from exiting. */
function transporter(): Transporter {
  const { smtpUrl } = assertDefined(env().mail, "mail is sent only where SMTP_URL is set");
  return singleton("mail", () => {
    const { username, hostname } = new URL(smtpUrl);
    return createTransport({
      url: smtpUrl,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: ANSWER_TIMEOUT_MS,
      // A password is not sent in clear over a network, even if the server, or someone before it, offers no TLS.
      ...(username && !isLoopbackHost(hostname) && { requireTLS: true }),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  });
}

/**
 * Sends a mail as plain text and as HTML, and returns when the server has accepted it. Throws an error with the code `mail_rejected` if
 * the server refuses its recipient or text for good, and `Failure("unavailable")` otherwise. The log gets the server's codes
 * only, because its text can contain the address.
 */
export async function sendMail({ to, subject, id, ...text }: Mail): Promise<void> {
  const { from } = assertDefined(env().mail, "mail is sent only where SMTP_URL is set");
  try {
    await transporter().sendMail({
      from,
      to: { name: "", address: to },
      subject: stripInvisibleCharacters(subject),
      text: renderText(text),
      html: renderHtml(text),
      ...(id && { messageId: `<${id}@${new URL(env().authUrl).hostname}>` }),
      headers: { "auto-submitted": "auto-generated" },
    });
  } catch (thrown) {
    const { code, command, responseCode } = codesOf(thrown);
    log.warn({ code, command, responseCode }, "a mail was not sent");
    if (MAIL_COMMANDS.includes(command) && responseCode !== undefined && responseCode >= 500)
      throw new MailRejected(`the mail server refused the mail with ${responseCode}`);
    throw new Failure("unavailable", {
      detail: "The mail could not be sent. Try again.",
      internal: `SMTP: ${code}`,
    });
  }
}

/** The codes of an error of the mail library: its own, the SMTP command that failed, and the server's. */
function codesOf(thrown: unknown): { code: string; command?: string; responseCode?: number } {
  const { code, command, responseCode } = (thrown ?? {}) as Partial<Record<string, unknown>>;
  return {
    code: typeof code === "string" ? code : "unknown",
    ...(typeof command === "string" && { command }),
    ...(typeof responseCode === "number" && { responseCode }),
  };
}
