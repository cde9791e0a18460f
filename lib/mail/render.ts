import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";

/** The text of a mail, written once and rendered as plain text and as HTML. */
export interface MailText {
  /** One line each. Names in them may come from outside. */
  paragraphs: readonly string[];
  /** The address that the reader opens, with the text of its link. */
  link?: { text: string; url: string };
  /** A last line in small print. */
  note?: string;
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

/** Renders a mail as plain text. */
export function renderText({ paragraphs, link, note }: MailText): string {
  const parts = [
    ...paragraphs.map(stripInvisibleCharacters),
    ...(link ? [`${link.text}:\n${link.url}`] : []),
  ];
  return `${[...parts, ...(note ? [stripInvisibleCharacters(note)] : [])].join("\n\n")}\n`;
}

/** Renders a mail as HTML: text and one link, without images, styles from elsewhere or anything that reports a reading. */
export function renderHtml({ paragraphs, link, note }: MailText): string {
  const line = (text: string, style = "") =>
    `<p${style && ` style="${style}"`}>${escapeHtml(stripInvisibleCharacters(text))}</p>`;
  return [
    '<!doctype html><html lang="en"><body style="font-family:sans-serif;font-size:15px;line-height:1.5;color:#1a1a1a">',
    ...paragraphs.map((text) => line(text)),
    ...(link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.text)}</a></p>`] : []),
    ...(note ? [line(note, "font-size:13px;color:#666666")] : []),
    "</body></html>",
  ].join("\n");
}
