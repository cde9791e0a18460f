"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { OwnSignIn } from "@/lib/sign-ins/contract";
import { Instant } from "../../shared/format/instant";
import { Card, CardHead } from "../../shared/layout/card";
import { EmptyState } from "../../shared/layout/empty";
import { asApiError, getJson, sendJson } from "../../shared/requests/api";
import { Chip } from "../../ui/display/chip";
import { toast } from "../../ui/feedback/toast";
import { Button } from "../../ui/forms/button";
import { agentName } from "./agent-name";
import * as texts from "./texts";

type SignIn = z.input<typeof OwnSignIn>;

interface SignInsCardProps {
  initial: SignIn[];
  /** The sign-in of this browser. */
  current: string;
}

const showEndFailure = (thrown: unknown) =>
  toast({ tone: "failed", text: texts.noSignInWasEnded(asApiError(thrown).detail) });

/** The member's sign-ins, with ending one or all others. */
export function SignInsCard({ initial, current }: SignInsCardProps) {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ["sign-ins"],
    queryFn: ({ signal }) => getJson<SignIn[]>("/api/dashboard/sign-ins", signal),
    initialData: initial,
  });
  const onSettled = () => client.invalidateQueries({ queryKey: ["sign-ins"] });
  const endOne = useMutation({
    mutationFn: (id: string) => sendJson("DELETE", `/api/dashboard/sign-ins/${id}`),
    onError: showEndFailure,
    onSettled,
  });
  const endOthers = useMutation({
    mutationFn: () => sendJson("POST", "/api/dashboard/sign-ins/end-others", { keep: current }),
    onError: showEndFailure,
    onSettled,
  });
  return (
    <Card aria-label={texts.yourSignIns}>
      <CardHead title={texts.yourSignIns} count={data.length}>
        {data.length > 1 && (
          <Button size="small" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {texts.endAllOthers}
          </Button>
        )}
      </CardHead>
      <ul>
        {data.map((signIn) => (
          <SignInItem
            key={signIn.id}
            signIn={signIn}
            isCurrent={signIn.id === current}
            isEnding={endOne.isPending && endOne.variables === signIn.id}
            onEnd={() => endOne.mutate(signIn.id)}
          />
        ))}
      </ul>
      {data.length === 1 && <EmptyState title={texts.noOtherSignIns} className="py-4" />}
    </Card>
  );
}

interface SignInItemProps {
  signIn: SignIn;
  isCurrent: boolean;
  isEnding: boolean;
  onEnd: () => void;
}

function SignInItem({ signIn: { agent, created_at }, isCurrent, isEnding, onEnd }: SignInItemProps) {
  return (
    <li className="flex min-h-13 items-center justify-between gap-3 border-edge border-t px-4 py-2.5">
      <div className="min-w-0">
        <div className="truncate font-medium text-body">{agentName(agent)}</div>
        <div className="text-ink-3 text-meta">
          {texts.since}
          <Instant at={created_at} as="day-time" />
        </div>
      </div>
      {isCurrent ? (
        <Chip tone="green" dot>
          {texts.thisOne}
        </Chip>
      ) : (
        <Button
          size="small"
          aria-label={texts.endTheSignInOf(agentName(agent))}
          busy={isEnding}
          onClick={onEnd}
        >
          {texts.end}
        </Button>
      )}
    </li>
  );
}
