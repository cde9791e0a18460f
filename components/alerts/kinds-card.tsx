import { ALERT_KINDS, type AlertKind } from "@/lib/alerts/labels";
import { keysOf } from "@/lib/core/keys";
import { type MemberRole, roleHasPermission } from "@/lib/core/roles";
import { Card, CardHead } from "../shared/layout/card";
import { CheckMenu } from "../ui/check-menu/check-menu";
import { Button } from "../ui/forms/button";
import { Segmented } from "../ui/forms/segmented";
import { Select } from "../ui/forms/select";
import type { AlertSettingsJson, PreferencesJson } from "./api";
import { Choice, Line } from "./choice";
import * as texts from "./texts";

const KINDS = keysOf(ALERT_KINDS);
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

interface CardProps {
  preferences: PreferencesJson;
  role: MemberRole;
  events: AlertSettingsJson["events"];
  onSave: (preferences: PreferencesJson) => void;
}

/** What the member gets alerts about, and of which events. */
export function KindsCard({ preferences, role, events, onSave }: CardProps) {
  const { kinds } = preferences;
  const turn = (kind: AlertKind, on: boolean) =>
    onSave({ ...preferences, kinds: on ? [...kinds, kind] : kinds.filter((one) => one !== kind) });
  return (
    <Card aria-label={texts.whatToReport}>
      <CardHead title={texts.whatToReport} />
      {KINDS.filter((kind) => roleHasPermission(role, ALERT_KINDS[kind].needs)).map((kind) => (
        <Line key={kind}>
          <Choice
            name={ALERT_KINDS[kind].name}
            note={ALERT_KINDS[kind].hint}
            on={kinds.includes(kind)}
            onTurn={(on) => turn(kind, on)}
          />
          {kind === "daily_summary" && kinds.includes(kind) && (
            <Select
              aria-label={texts.timeOfTheDailySummary}
              value={preferences.summary_hour}
              onChange={(event) => onSave({ ...preferences, summary_hour: Number(event.target.value) })}
              boxClassName="w-24"
            >
              {HOURS.map((hour) => (
                <option key={hour} value={hour}>{`${String(hour).padStart(2, "0")}:00`}</option>
              ))}
            </Select>
          )}
        </Line>
      ))}
      <EventChoice preferences={preferences} events={events} onSave={onSave} />
    </Card>
  );
}

function EventChoice({ preferences, events, onSave }: Omit<CardProps, "role">) {
  const { session_ids: chosen } = preferences;
  const known = [...new Set([...(chosen ?? []), ...events.map(({ session_id }) => session_id)])];
  return (
    <Line>
      <span className="min-w-0 flex-1 basis-48">
        {texts.events}
        <span className="block text-ink-3 text-meta">
          {chosen ? texts.andWhatConcernsTheWholeOrganisation : texts.allThoseOpenedLaterToo}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-2">
        <Segmented
          label={texts.events}
          value={chosen ? "chosen" : "all"}
          onChange={(value) => onSave({ ...preferences, session_ids: value === "all" ? null : [] })}
          choices={[
            { value: "all", label: texts.allEvents },
            { value: "chosen", label: texts.chosen },
          ]}
        />
        {chosen && (
          <CheckMenu
            label={texts.events}
            trigger={
              <Button size="small">
                {chosen.length === 0 ? texts.chooseEvents : texts.countEvents(chosen.length)}
              </Button>
            }
            options={events.map(({ session_id, name }) => ({ value: session_id, label: name }))}
            chosen={chosen}
            onChange={(ids) =>
              onSave({ ...preferences, session_ids: known.filter((id) => ids.includes(id)) })
            }
          />
        )}
      </span>
    </Line>
  );
}
