// Guarantee: any text in any field is text on every page: it never runs, and never becomes a link.
import { expect, type SessionData, test } from "./fixtures";
import { open, recordPageErrors, SCREENS } from "./pages";

const TEXTS = [
  '<img src=x onerror="window.ran=1">',
  '"><script>window.ran=1</script>',
  "javascript:window.ran=1",
  "\u202Eevil\u2066gnp.exe",
  "=cmd|' /C calc'!A0",
  "{{constructor.constructor('window.ran=1')()}}",
] as const;
const ALL = TEXTS.join(" ").slice(0, 200);

const hostile = test.extend<{ poisoned: SessionData }>({
  /** An event in which every free text is hostile: its own, and those of its locations, operators and payers. */
  poisoned: async ({ openEvent, organiser, pay, api }, use) => {
    const event = await openEvent({ name: ALL, external_event_id: TEXTS[0], metadata: { note: ALL } });
    const path = `/api/dashboard/sessions/${event.session_id}`;
    const [first] = event.pos_terminals;
    await organiser.goto("/events");
    const send = async (method: string, to: string, body: object) => {
      const answer = await organiser.evaluate(
        async ([verb, url, text]) =>
          (await fetch(url, { method: verb, body: text, headers: { "content-type": "application/json" } }))
            .status,
        [method, to, JSON.stringify(body)] as const,
      );
      expect(answer).toBe(200);
    };
    await send("PATCH", `${path}/details`, { venue: TEXTS[0] });
    await send("PUT", `${path}/terminals/${first?.terminal_id}/location`, {
      location: TEXTS[0].slice(0, 40),
    });
    for (const text of TEXTS) {
      await api.post(`/v1/sessions/${event.session_id}/operators`, { name: text, role: text, phone: text });
      await pay.transfer(event, { senderName: text, narration: text, bankRef: text, senderAccount: text });
      await pay.tap(event, { senderName: text, narration: text });
    }
    await use(event);
  },
});

for (const { name, path } of SCREENS.filter(({ outside }) => !outside)) {
  hostile(`${name} shows hostile texts and runs none`, async ({ organiser, poisoned, baseURL }) => {
    const misdeeds = recordPageErrors(organiser, baseURL ?? "");
    await open(organiser, await path(poisoned));
    expect(await organiser.evaluate(() => "ran" in window)).toBe(false);
    const links = await organiser.evaluate(() => [...document.links].map(({ href }) => href));
    expect(links.filter((href) => !/^(https?:|tel:|mailto:)/.test(href))).toEqual([]);
    expect(misdeeds.foreign).toEqual([]);
    // A refused script would be reported as a policy error, so this asserts that there is none either.
    expect(misdeeds.errors.filter((text) => /Content Security Policy|Refused/.test(text))).toEqual([]);
  });
}
