import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail as a mail server received it. */
interface CaughtMail {
  to: string[];
  subject: string;
  /** The header lines, unfolded. */
  headers: string;
  text: string;
  html: string;
}

/** A mail server on this machine that keeps what it gets. */
export interface MailCatcher {
  url: string;
  mails: CaughtMail[];
  /** The mails to one address. */
  mailsTo(address: string): CaughtMail[];
  /** Refuses the addresses with these SMTP statuses; the others are accepted. */
  refuse(statuses: Record<string, number>): void;
  close(): Promise<void>;
}

const decodeQuotedPrintable = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\r\n/g, "")
      .replace(/=([0-9A-F]{2})/g, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16))),
    "latin1",
  ).toString("utf8");

/** Decodes the encoded words of a header (RFC 2047). */
const decodeHeader = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([QB])\?(.*?)\?=/gi, (_, kind: string, body: string) =>
      kind.toUpperCase() === "B"
        ? Buffer.from(body, "base64").toString("utf8")
        : decodeQuotedPrintable(body.replaceAll("_", " ")),
    );

function readPart(raw: string, type: string): string {
  const part = raw.split(/\r\n--[^\r\n]+/).find((one) => one.includes(`Content-Type: ${type}`)) ?? "";
  const [head = "", ...body] = part.split("\r\n\r\n");
  const text = body.join("\r\n\r\n");
  if (/quoted-printable/i.test(head)) return decodeQuotedPrintable(text);
  return /base64/i.test(head) ? Buffer.from(text, "base64").toString("utf8") : text;
}

function parse(raw: string, to: string[]): CaughtMail {
  const headers = (raw.split("\r\n\r\n")[0] ?? "").replace(/\r\n[ \t]+/g, " ");
  const subject = /^Subject: (.*)$/m.exec(headers)?.[1] ?? "";
  return {
    to,
    headers,
    subject: decodeHeader(subject.trim()),
    text: readPart(raw, "text/plain"),
    html: readPart(raw, "text/html"),
  };
}

/** Starts a mail server on a free port; with a `password`, it accepts a sign-in with this one only. */
export async function startMailCatcher({ password = "" } = {}): Promise<MailCatcher> {
  const mails: CaughtMail[] = [];
  let refused: Record<string, number> = {};
  const server = new SMTPServer({
    authOptional: password === "",
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS", ...(password === "" ? ["AUTH"] : [])],
    onAuth: ({ username, password: given }, _session, done) =>
      given === password
        ? done(null, { user: username })
        : done(Object.assign(new Error("wrong password"), { responseCode: 535 })),
    onRcptTo: ({ address }, _session, done) => {
      const status = refused[address];
      done(status === undefined ? null : Object.assign(new Error("refused"), { responseCode: status }));
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push(parse(Buffer.concat(chunks).toString("utf8"), to));
        done();
      });
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    mailsTo: (address) => mails.filter(({ to }) => to.includes(address)),
    refuse: (statuses) => {
      refused = statuses;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
