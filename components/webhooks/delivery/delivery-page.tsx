"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ArrowLeft } from "@/components/ui/icons/late-icons";
import { prettyPrint } from "@/lib/core/format/pretty-print";
import { Instant } from "../../shared/format/instant";
import { Card, CardHead } from "../../shared/layout/card";
import { EmptyState } from "../../shared/layout/empty";
import { PageHeader } from "../../shared/layout/page-header";
import { useRevealed } from "../../shared/requests/use-revealed";
import { Link } from "../../ui/display/link";
import { CodeBlock } from "../../ui/feedback/code-block";
import { CopyButton } from "../../ui/feedback/copy-button";
import { Button } from "../../ui/forms/button";
import type { DeliveryJson } from "../api";
import { type Attempt, AttemptList, formatSpan } from "./attempts";
import { DeliveryFacts } from "./delivery-facts";
import { OutcomeChip } from "./outcome-chip";
import { formatHeaders, formatResponse } from "./payload";
import { ReplayButton } from "./replay-button";
import * as texts from "./texts";
import { deliveryPath, describeOutcome, useDelivery } from "./use-delivery";

interface DeliveryPageProps {
  initial: DeliveryJson;
  mayReplay: boolean;
  mayReveal: boolean;
}

/** The page of one webhook delivery: its facts, every attempt with headers and answer, and the body as sent. */
export function DeliveryPage({ initial, mayReplay, mayReveal }: DeliveryPageProps) {
  const { session_id: sessionId, id } = initial;
  const client = useQueryClient();
  const { data: delivery = initial } = useDelivery(sessionId, id, initial);
  const revealed = useRevealed<DeliveryJson>(`${deliveryPath(sessionId, id)}/account`);
  const shown = revealed.data ? { ...delivery, ...pickTexts(revealed.data) } : delivery;
  return (
    <>
      <PageHeader
        title={texts.delivery}
        badge={<OutcomeChip outcome={delivery.outcome}>{describeOutcome(delivery)}</OutcomeChip>}
        meta={[
          <BackLink key="back" sessionId={sessionId} />,
          <span key="id" className="flex min-w-0 items-center gap-1">
            <code className="truncate font-mono">{id}</code>
            <CopyButton text={id} name={texts.deliveryId} />
          </span>,
        ]}
        actions={
          mayReplay &&
          delivery.may_replay && (
            <ReplayButton
              delivery={delivery}
              onReplayed={() => void client.invalidateQueries({ queryKey: ["session", sessionId] })}
            />
          )
        }
      />
      <div className="grid grid-cols-1 items-start gap-3 pb-6 @min-[900px]/page:grid-cols-2">
        <div className="grid grid-cols-1 gap-3">
          <DeliveryFacts delivery={delivery} />
          <AttemptsCard delivery={shown} />
        </div>
        <BodyCard body={shown.body}>
          {mayReveal && delivery.transaction_id && (
            <Button tone="ghost" size="small" busy={revealed.isPending} onClick={revealed.toggle}>
              {revealed.data ? texts.hideTheAccountNumber : texts.showTheAccountNumber}
            </Button>
          )}
        </BodyCard>
      </div>
    </>
  );
}

function BackLink({ sessionId }: { sessionId: string }) {
  return (
    <Link
      href={`/events/${sessionId}/webhooks`}
      className="inline-flex min-h-6 items-center gap-1 hover:text-ink max-md:min-h-11"
    >
      <ArrowLeft aria-hidden className="size-3.5" />
      {texts.allDeliveries}
    </Link>
  );
}

function BodyCard({ body, children }: { body: string; children: ReactNode }) {
  return (
    <Card>
      <CardHead title={texts.body}>{children}</CardHead>
      <CodeBlock
        json
        name={texts.theBody}
        code={prettyPrint(body)}
        className="rounded-none border-x-0 border-b-0"
      />
    </Card>
  );
}

const pickTexts = ({ body, attempts }: DeliveryJson) => ({ body, attempts });

function AttemptsCard({ delivery }: { delivery: DeliveryJson }) {
  const last = delivery.attempts.at(-1);
  return (
    <Card>
      <CardHead title={texts.attempts}>
        <span className="figures text-ink-3 text-meta">{formatSpan(delivery.attempts)}</span>
      </CardHead>
      {last ? (
        <div className="px-4 pb-4">
          <AttemptList
            delivery={delivery}
            renderDetails={(attempt) => <AttemptDetails attempt={attempt} isOpen={attempt === last} />}
          />
        </div>
      ) : (
        <EmptyState title={texts.notSentYet} className="py-8">
          {delivery.due_at && (
            <>
              {texts.theFirstAttemptIsDue}
              <Instant at={delivery.due_at} as="day-time" />
              {texts.unlessTheEndpointIsPaused}
            </>
          )}
        </EmptyState>
      )}
    </Card>
  );
}

/** Where an attempt was sent, its headers, and what the receiver answered. */
function AttemptDetails({ attempt, isOpen }: { attempt: Attempt; isOpen: boolean }) {
  return (
    <details open={isOpen} className="mt-1 text-body">
      <summary className="w-fit cursor-pointer py-1 font-medium text-ink-2 text-meta max-md:py-3.5">
        {texts.headersAndAnswer}
        <span className="sr-only">{texts.ofAttempt(attempt.number)}</span>
      </summary>
      <div className="grid grid-cols-1 gap-2 pt-1">
        <CodeBlock name={texts.theHeaders} code={texts.requestText(attempt.url, formatHeaders(attempt))} />
        <CodeBlock name={texts.theAnswer} code={formatResponse(attempt)} />
      </div>
    </details>
  );
}
