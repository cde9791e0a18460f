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
      title: "Open an event",
      note: "It gets an account of its own to pay into, and its terminals",
      isDone: sessionId !== null,
      href: "/events?new=1",
      action: "Create an event",
    },
    {
      title: "Add an operator",
      note: "So that every payment at a terminal carries a name",
      isDone: done.has_operator,
      ...(sessionId && { href: `/events/${sessionId}/operators`, action: "Add operators" }),
    },
    may.invite && {
      title: "Invite a colleague",
      note: "Each member signs in with a role of their own",
      isDone: done.has_colleague,
      href: "/settings",
      action: "Invite",
    },
    {
      title: "Take a test payment",
      note: may.sendTestPayments
        ? "In test mode: nothing is charged, and you see what your visitors' payments look like"
        : "An owner sends one in test mode, under Developers",
      isDone: done.has_test_payment,
      ...(may.sendTestPayments && { href: "/developers/test", action: "Send a payment" }),
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
    <Card aria-label="First steps">
      <StepsHead title="First steps" steps={shown}>
        <Button tone="ghost" size="small" onClick={dismiss}>
          <X aria-hidden />
          Dismiss
        </Button>
      </StepsHead>
      <StepList steps={shown} />
    </Card>
  );
}
