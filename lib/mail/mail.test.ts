/** Guarantee: mail goes out as plain text and HTML without anything that a name could add, and errors name no address. */
import { afterAll, expect, test, vi } from "vitest";
import { loadSettings } from "@/lib/env";
import { log } from "@/lib/log";
import { clearSingleton } from "@/lib/process-singleton";
import { canSendMail, sendMail } from "./index";
import { renderHtml } from "./render";
import { startMailCatcher } from "./testing/mail-catcher";

const catcher = await startMailCatcher();
Object.assign(process.env, { SMTP_URL: catcher.url, MAIL_FROM: "Takings <mail@takings.example>" });
clearSingleton("settings");
afterAll(() => catcher.close());

const MAIL = {
  to: "ada@example.com",
  subject: "Ọláìdé's event ₦500\nBcc: evil@example.com",
  paragraphs: ["First.", "₦12,500.00 at <b>Èkó Hall</b> & more"],
  link: { text: "Open", url: "https://takings.example/join#token=a&b" },
  note: "Small print",
};

test("a mail has a subject of one line, both texts, and one recipient", async () => {
  expect(canSendMail()).toBe(true);
  await sendMail(MAIL);
  const [mail] = catcher.mails;
  expect(mail?.to).toEqual(["ada@example.com"]);
  expect(mail?.subject).toBe("Ọláìdé's event ₦500 Bcc: evil@example.com");
  expect(mail?.headers).not.toMatch(/^Bcc/im);
  expect(mail?.text.trim()).toMatch(
    /^First\.\s+₦12,500\.00 at <b>Èkó Hall<\/b> & more\s+Open:\s+https:\/\/takings\.example\/join#token=a&b\s+Small print$/,
  );
  expect(mail?.html).toContain("₦12,500.00 at &lt;b&gt;Èkó Hall&lt;/b&gt; &amp; more");
  expect(mail?.html).toContain('<a href="https://takings.example/join#token=a&amp;b">Open</a>');
});

test("a link cannot leave its attribute", () => {
  const html = renderHtml({ paragraphs: [], link: { text: "x", url: `https://x/"onmouseover="alert(1)` } });
  expect(html).toContain('href="https://x/&quot;onmouseover=&quot;alert(1)"');
});

test("a refused mail and a busy server are different errors, and the log has no address", async () => {
  const warn = vi.spyOn(log, "warn").mockReturnValue(undefined);
  catcher.refuse({ [MAIL.to]: 550 });
  await expect(sendMail(MAIL)).rejects.toMatchObject({ code: "mail_rejected" });
  catcher.refuse({ [MAIL.to]: 450 });
  await expect(sendMail(MAIL)).rejects.toMatchObject({ code: "unavailable" });
  catcher.refuse({});
  expect(warn).toHaveBeenCalledTimes(2);
  expect(JSON.stringify(warn.mock.calls)).not.toContain(MAIL.to);
});

test("a wrong password of SMTP_URL is no refusal of a mail", async () => {
  const server = await startMailCatcher({ password: "right" });
  const warn = vi.spyOn(log, "warn").mockReturnValue(undefined);
  const signInWith = (password: string) => {
    process.env.SMTP_URL = server.url.replace("//", `//takings:${password}@`);
    for (const name of ["settings", "mail"]) clearSingleton(name);
  };
  signInWith("wrong");
  await expect(sendMail(MAIL)).rejects.toMatchObject({ code: "unavailable" });
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ code: "EAUTH", responseCode: 535 }),
    "a mail was not sent",
  );
  signInWith("right");
  await sendMail(MAIL);
  expect(server.mails).toHaveLength(1);
  await server.close();
});

test.each([
  [{ SMTP_URL: "smtp://mail.example" }, /MAIL_FROM: must be set/],
  [{ SMTP_URL: "https://mail.example", MAIL_FROM: "a@b.example" }, /SMTP_URL: must be an smtp/],
  [{ SMTP_URL: "smtp://mail.example", MAIL_FROM: "Takings" }, /MAIL_FROM: must be an e-mail address/],
  [{ SMTP_URL: "smtp://mail.example", MAIL_FROM: "A <a@b.example>\nBcc: c@d.example" }, /MAIL_FROM/],
])("the settings %o are refused", (settings, fault) => {
  expect(() => loadSettings(settings)).toThrow(fault);
});

test("without SMTP_URL no mail is sent", () => {
  expect(loadSettings({}).mail).toBeUndefined();
});
