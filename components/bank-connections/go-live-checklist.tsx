import { useId, useState } from "react";
import { CircleCheck, type IconType, TriangleAlert } from "@/components/ui/icons/icons";
import { Circle, CircleMinus } from "@/components/ui/icons/late-icons";
import { bankName } from "../shared/format/bank-name";
import { useAnnounce } from "../ui/browser/live-region";
import { cn } from "../ui/display/cn";
import type { ChecklistItemJson } from "./api";
import { type ChecklistSubject, describeItem, ITEM_TITLES } from "./checklist-text";
import * as texts from "./texts";

const STATES: Record<ChecklistItemJson["state"], { icon: IconType; ink: string; label: string }> = {
  done: { icon: CircleCheck, ink: "text-brand", label: texts.done },
  to_do: { icon: Circle, ink: "text-ink-3", label: texts.toDo },
  problem: { icon: TriangleAlert, ink: "text-amber", label: texts.check },
  not_needed: { icon: CircleMinus, ink: "text-ink-3", label: texts.notNeeded },
};

/** Whether an item needs nothing any more. */
const isSettled = ({ state }: ChecklistItemJson) => state === "done" || state === "not_needed";

/** Whether a checklist has nothing left to do. */
export const isComplete = (checklist: readonly ChecklistItemJson[]) => checklist.every(isSettled);

interface GoLiveChecklistProps {
  subject: ChecklistSubject;
  checklist: readonly ChecklistItemJson[];
}

/** What must be true before live events can rely on a connection; open at first unless everything is done. */
export function GoLiveChecklist({ subject, checklist }: GoLiveChecklistProps) {
  const title = useId();
  // The initial state only: a list that becomes complete stays open for its reader.
  const [isOpen] = useState(!isComplete(checklist));
  const name = bankName(subject.provider);
  const count = texts.doneOfAll(checklist.filter(isSettled).length, checklist.length);
  useAnnounce(texts.goLiveChecklistOf(name, count));
  return (
    <details open={isOpen} className="text-body">
      <summary id={title} className="w-fit cursor-pointer py-1 font-medium text-ink-2 max-md:py-3">
        {texts.goLiveChecklist}
        <span className="sr-only">{texts.ofBank(name)}</span>
        <span className="figures font-normal text-ink-3"> · {count}</span>
      </summary>
      <ol aria-labelledby={title} className="flex flex-col gap-2 py-1">
        {checklist.map((item) => (
          <Item key={item.item} item={item} subject={subject} />
        ))}
      </ol>
    </details>
  );
}

function Item({ item, subject }: { item: ChecklistItemJson; subject: ChecklistSubject }) {
  const { icon: Icon, ink, label } = STATES[item.state];
  const description = describeItem(item, subject);
  return (
    <li className="flex gap-2">
      <Icon aria-hidden className={cn("mt-px size-4 shrink-0", ink)} />
      <div className="min-w-0">
        <p className={item.state === "not_needed" ? "text-ink-3" : "text-ink"}>
          <span className="sr-only">{label}: </span>
          {ITEM_TITLES[item.item]}
        </p>
        {description && (
          <p className={cn("text-meta", item.state === "problem" ? "text-amber" : "text-ink-3")}>
            {description}
          </p>
        )}
      </div>
    </li>
  );
}
