import { agentName } from "../settings/account/agent-name";
import { Instant } from "../shared/format/instant";
import { Button } from "../ui/forms/button";
import type { AlertSettingsJson } from "./api";
import { Choice, Line } from "./choice";
import { type PushState, usePushState, useTurnPush } from "./push";
import * as texts from "./texts";
import { useRemoveBrowser, useTestAlert } from "./use-alerts";

const NOTES: Record<PushState, string> = {
  reading: texts.pushMessagesWhileClosed,
  unsupported: texts.thisBrowserHasNoPush,
  blocked: texts.thisBrowserBlocksMessages,
  off: texts.pushMessagesWhileClosed,
  on: texts.pushMessagesAreOn,
};

/** This browser with its switch, and the member's other browsers. */
export function BrowserLines({ settings }: { settings: AlertSettingsJson }) {
  const { browsers, push_key } = settings;
  const { state, own } = usePushState(browsers);
  const turn = useTurnPush(push_key, own);
  const isOn = state === "on";
  return (
    <>
      <Line>
        <Choice
          name={texts.thisBrowser}
          note={NOTES[state]}
          on={isOn}
          disabled={turn.isPending || (state !== "off" && state !== "on")}
          onTurn={turn.mutate}
        />
        {isOn && own && <TestPush id={own.id} />}
      </Line>
      {browsers
        .filter((browser) => browser !== own)
        .map((browser) => (
          <OtherBrowser key={browser.id} browser={browser} />
        ))}
    </>
  );
}

function TestPush({ id }: { id: AlertSettingsJson["browsers"][number]["id"] }) {
  const test = useTestAlert();
  return (
    <Button size="small" busy={test.isPending} onClick={() => test.mutate({ way: "push", id })}>
      {texts.sendATestMessage}
    </Button>
  );
}

function OtherBrowser({
  browser: { id, agent, created_at },
}: {
  browser: AlertSettingsJson["browsers"][number];
}) {
  const remove = useRemoveBrowser();
  return (
    <Line>
      <span className="min-w-0 flex-1">
        {agentName(agent)}
        <span className="block text-ink-3 text-meta">
          {texts.pushMessagesSince}
          <Instant at={created_at} as="day-time" />
        </span>
      </span>
      <Button
        size="small"
        aria-label={texts.turnOffPushMessagesIn(agentName(agent))}
        busy={remove.isPending}
        onClick={() => remove.mutate(id)}
      >
        {texts.turnOff}
      </Button>
    </Line>
  );
}
