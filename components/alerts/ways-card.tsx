import { Card, CardHead } from "../shared/layout/card";
import { Button } from "../ui/forms/button";
import type { AlertSettingsJson, PreferencesJson } from "./api";
import { BrowserLines } from "./browser-lines";
import { Choice, Line } from "./choice";
import { QuietHoursLine } from "./quiet-hours";
import * as texts from "./texts";
import { useTestAlert } from "./use-alerts";

interface WaysCardProps {
  settings: AlertSettingsJson;
  onSave: (preferences: PreferencesJson) => void;
}

/** How alerts reach the member: by mail, in browsers, and when not. */
export function WaysCard({ settings, onSave }: WaysCardProps) {
  const { preferences, email } = settings;
  return (
    <Card aria-label={texts.howToReachYou}>
      <CardHead title={texts.howToReachYou} />
      <Line>
        <Choice
          name={texts.eMail}
          note={
            email ? <span className="break-all">{texts.toEmail(email)}</span> : texts.thisServiceSendsNoMail
          }
          on={preferences.by_email && email !== null}
          disabled={email === null}
          onTurn={(on) => onSave({ ...preferences, by_email: on })}
        />
        {email && preferences.by_email && <TestMail />}
      </Line>
      <BrowserLines settings={settings} />
      <QuietHoursLine preferences={preferences} onSave={onSave} />
    </Card>
  );
}

function TestMail() {
  const test = useTestAlert();
  return (
    <Button size="small" busy={test.isPending} onClick={() => test.mutate({ way: "email" })}>
      {texts.sendATestMail}
    </Button>
  );
}
