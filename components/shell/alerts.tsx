import { useState } from "react";
import type { z } from "zod";
import { AUDIT_ACTION_LABELS } from "@/lib/audit/labels";
import { MEMBER_ROLES, ROLE_NAMES } from "@/lib/core/roles";
import type { MemberAlert } from "@/lib/organisations/contract";
import { Instant } from "../shared/format/instant";
import { Banner } from "../shared/layout/banner";
import { asApiError, sendJson } from "../shared/requests/api";
import { toast } from "../ui/feedback/toast";
import { Button } from "../ui/forms/button";
import * as texts from "./late-texts";

export type MemberAlertJson = z.input<typeof MemberAlert>;

const roleName = (role: string | undefined) =>
  ROLE_NAMES[MEMBER_ROLES.find((one) => one === role) ?? "viewer"].toLowerCase();

/** Describes the change in the second person, to follow the actor's name. */
function toSentence({ action, details }: MemberAlertJson): string {
  if (action === "changed_role")
    return texts.changedYourRoleFromTo(roleName(details.from), roleName(details.to));
  if (action === "reset_member") return texts.madeAPasswordLink;
  if (action === "reset_second_factor") return texts.removedYourSecondFactor;
  if (action === "removed_member") return texts.removedAnOwner(details.email);
  return `${AUDIT_ACTION_LABELS[action]}.`;
}

/** Shows alerts that another person changed the member's access, until they are dismissed. */
export function Alerts({ alerts }: { alerts: readonly MemberAlertJson[] }) {
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState<string>();
  const dismiss = (id: string) => {
    setBusy(id);
    sendJson("DELETE", `/api/dashboard/account/alerts/${id}`)
      .then(
        () => setDismissed((before) => [...before, id]),
        (thrown) => toast({ tone: "failed", text: texts.notDismissed(asApiError(thrown).detail) }),
      )
      .finally(() => setBusy(undefined));
  };
  const shown = alerts.filter(({ id }) => !dismissed.includes(id));
  if (shown.length === 0) return null;
  return (
    <section aria-label={texts.changesToYourAccess} className="flex flex-col gap-2 pt-4 print:hidden">
      {shown.map((alert) => (
        <Banner
          key={alert.id}
          tone="amber"
          title={alert.actor}
          aside={
            <>
              <Instant at={alert.created_at} as="day-time" />
              <Button size="small" busy={busy === alert.id} onClick={() => dismiss(alert.id)}>
                {texts.dismiss}
              </Button>
            </>
          }
        >
          {texts.ifThatWasNotAgreed(toSentence(alert))}
        </Banner>
      ))}
    </section>
  );
}
