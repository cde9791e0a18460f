import { agentName } from "../settings/account/agent-name";
import { Instant } from "../shared/format/instant";
import { Button } from "../ui/forms/button";
import type { AlertSettingsJson } from "./api";
import { Choice, Line } from "./choice";
import { type PushState, usePushState, useTurnPush } from "./push";
import { useRemoveBrowser, useTestAlert } from "./use-alerts";

const NOTES: Record<PushState, string> = {
  reading: "Push messages, also while Takings is closed",
  unsupported:
    "This browser has no push messages. On an iPhone or iPad, add Takings to the home screen and open it there.",
  blocked:
    "This browser blocks messages of this site. Allow notifications in its settings for the site, then load the page again.",
  off: "Push messages, also while Takings is closed",
  on: "Push messages are on, also while Takings is closed or you are signed out",
};

/** This browser with its switch, and the member's other browsers. */
export function BrowserLines({ settings }: { settings: AlertSettingsJson }) {
  const { browsers, push_key } = settings;
  const { state, own, read } = usePushState(browsers);
  const turn = useTurnPush(push_key, own, read);
  const isOn = state === "on";
  return (
    <>
      <Line>
        <Choice
          name="This browser"
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
      Send a test message
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
          Push messages since <Instant at={created_at} as="day-time" />
        </span>
      </span>
      <Button
        size="small"
        aria-label={`Turn off push messages in ${agentName(agent)}`}
        busy={remove.isPending}
        onClick={() => remove.mutate(id)}
      >
        Turn off
      </Button>
    </Line>
  );
}
