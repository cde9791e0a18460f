"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { asApiError, sendJson } from "../../shared/requests/api";
import { useAnnounce } from "../../ui/browser/live-region";
import { toast } from "../../ui/feedback/toast";
import { Button } from "../../ui/forms/button";
import { SearchField } from "../../ui/forms/input";
import { Segmented } from "../../ui/forms/segmented";
import { Select } from "../../ui/forms/select";
import { Drawer } from "../../ui/overlays/drawer";
import { type OperatorsJson, paymentsPath } from "../api";
import { usePayments } from "../use-operators";
import { AssignList } from "./assign-list";
import * as texts from "./texts";

/** Maximum number of payment ids per request of the service. */
const MAX_IDS = 200;

interface AssignDrawerProps {
  sessionId: string;
  overview: OperatorsJson;
  onClose: () => void;
}

/** Selection: individual payments, or all that match the filters. */
interface Chosen {
  ids: ReadonlySet<string>;
  all: boolean;
}

const NONE: Chosen = { ids: new Set(), all: false };

function useUnassignedPayments(sessionId: string, overview: OperatorsJson) {
  const [channel, setChannel] = useState<"bank_transfer" | "pos">("bank_transfer");
  const [q, setQ] = useState("");
  const searchText = useDeferredValue(q.trim());
  const filters = { operator: "none", channel, ...(searchText && { q: searchText }) };
  const query = usePayments(sessionId, filters);
  const rows = query.data?.pages.flatMap((page) => page.rows);
  const totals = query.data?.pages[0]?.totals;
  const found = totals ? totals.successful.count + totals.pending.count + totals.failed.count : 0;
  const { transfers, pos } = overview.unassigned;
  const counts = { bank_transfer: transfers.count, pos: pos.count };
  return {
    channel,
    setChannel,
    q,
    setQ,
    filters,
    query,
    rows,
    found,
    isMore: totals?.is_more ?? false,
    counts,
  };
}

/** Assigns the selected payments to an operator and refetches the session's data. */
function useAssignPayments(sessionId: string, operators: OperatorsJson["operators"], onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      operatorId,
      ...payments
    }: {
      operatorId: string;
      payment_ids?: string[];
      matching?: object;
    }) =>
      sendJson<{ moved: number }>("PUT", `${paymentsPath(sessionId)}/operator`, {
        operator_id: operatorId,
        ...payments,
      }),
    onSuccess: ({ moved }, { operatorId }) => {
      const name = operators.find(({ id }) => id === operatorId)?.name ?? "them";
      toast({ text: texts.assignedTo(texts.countPayments(moved), name) });
      onDone();
      return client.invalidateQueries({ queryKey: ["session", sessionId] });
    },
    onError: (thrown) => toast({ tone: "failed", text: texts.nothingWasAssigned(asApiError(thrown).detail) }),
  });
}

/** Drawer of unassigned payments: selects some or all and assigns them to an operator. */
export function AssignDrawer({ sessionId, overview, onClose }: AssignDrawerProps) {
  const [chosen, setChosen] = useState(NONE);
  const [operatorId, setOperatorId] = useState("");
  const found = useUnassignedPayments(sessionId, overview);
  const assigning = useAssignPayments(sessionId, overview.operators, () => setChosen(NONE));
  const count = chosen.all ? found.found : chosen.ids.size;
  const selectionText = count === 0 ? texts.noneChosen : texts.chosen(texts.countPayments(count));
  useAnnounce(selectionText);
  const assign = () =>
    assigning.mutate({
      operatorId,
      ...(chosen.all ? { matching: found.filters } : { payment_ids: [...chosen.ids].slice(0, MAX_IDS) }),
    });
  return (
    <Drawer
      onClose={onClose}
      width={560}
      title={texts.unassigned}
      subtitle={texts.choosePaymentsAndTheOperator}
      footer={
        <>
          <span className="w-full text-ink-3 text-meta md:w-auto">{selectionText}</span>
          <Select
            aria-label={texts.whoTookThem}
            boxClassName="ml-auto w-52 max-md:ml-0 max-md:flex-1"
            value={operatorId}
            onChange={(event) => setOperatorId(event.target.value)}
          >
            <option value="">{texts.chooseAnOperator}</option>
            {overview.operators.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          <Button
            tone="primary"
            disabled={count === 0 || !operatorId}
            busy={assigning.isPending}
            onClick={assign}
          >
            {texts.assign}
          </Button>
        </>
      }
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Segmented
          label={texts.whichPayments}
          className="h-8"
          choices={[
            { value: "bank_transfer", label: texts.transfers, count: found.counts.bank_transfer },
            { value: "pos", label: texts.atTerminals, count: found.counts.pos },
          ]}
          value={found.channel}
          onChange={(channel) => {
            found.setChannel(channel);
            setChosen(NONE);
          }}
        />
        <SearchField
          aria-label={texts.searchUnassignedPayments}
          placeholder={texts.payerAmountNarration}
          boxClassName="flex-1"
          value={found.q}
          onChange={(event) => {
            found.setQ(event.target.value);
            setChosen(NONE);
          }}
        />
      </div>
      <AssignList
        query={found.query}
        rows={found.rows}
        found={found.isMore ? undefined : found.found}
        chosen={chosen}
        onChoose={setChosen}
        atOnce={MAX_IDS}
      />
    </Drawer>
  );
}
