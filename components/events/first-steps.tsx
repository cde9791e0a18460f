"use client";

import { useState } from "react";
import { X } from "@/components/ui/icons/icons";
import { type Step, StepList, StepsHead } from "../event-live/step-list";
import { Card } from "../shared/layout/card";
import { FIRST_STEPS_COOKIE } from "../shell/theme";
import { storePreference } from "../ui/browser/preference-cookie";
import { focusContent } from "../ui/browser/return-focus";
import { Button } from "../ui/forms/button";
import type { EventList } from "./api";
import * as texts from "./texts";

type Steps = NonNullable<EventList["first_steps"]>;

interface FirstStepsProps {
  steps: Steps;
  may: { invite: boolean; sendTestPayments: boolean };
  isDismissed: boolean;
}

/** The steps that lead to a first test payment, as far as the member's role may take them. */
function listSteps({ session_id: sessionId, ...done }: Steps, may: FirstStepsProps["may"]): Step[] {
  const steps: (Step | false)[] = [
    {
      title: texts.createAnEvent,
      note: texts.itGetsItsOwnAccount,
      isDone: sessionId !== null,
      href: "/events?new=1",
      action: texts.createAnEvent,
    },
    {
      title: texts.addAnOperator,
      note: texts.paymentsCarryAName,
      isDone: done.has_operator,
      ...(sessionId && { href: `/events/${sessionId}/operators?add=1`, action: texts.addOperator }),
    },
    may.invite && {
      title: texts.inviteAColleague,
      note: texts.eachMemberHasARole,
      isDone: done.has_colleague,
      href: "/settings",
      action: texts.invite,
    },
    {
      title: texts.takeATestPayment,
      note: may.sendTestPayments ? texts.testModeChargesNothing : texts.ownersSendTestPayments,
      isDone: done.has_test_payment,
      ...(may.sendTestPayments && { href: "/developers/test", action: texts.sendAPayment }),
    },
  ];
  return steps.filter((step) => step !== false);
}

/** The first steps of a new organisation, until they are done or dismissed in this browser. */
export function FirstSteps({ steps, may, isDismissed }: FirstStepsProps) {
  const [isHidden, setHidden] = useState(isDismissed);
  if (isHidden) return null;
  const shown = listSteps(steps, may);
  const dismiss = () => {
    storePreference(FIRST_STEPS_COOKIE, "off");
    setHidden(true);
    focusContent();
  };
  return (
    <Card aria-label={texts.firstSteps}>
      <StepsHead title={texts.firstSteps} steps={shown}>
        <Button tone="ghost" size="small" onClick={dismiss}>
          <X aria-hidden />
          {texts.dismiss}
        </Button>
      </StepsHead>
      <StepList steps={shown} />
    </Card>
  );
}
