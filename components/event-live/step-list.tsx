import type { ReactNode } from "react";
import { Check } from "@/components/ui/icons/icons";
import { cn } from "../ui/display/cn";
import { Link } from "../ui/display/link";
import { Button } from "../ui/forms/button";
import * as texts from "./late-texts";

/** A step of a setup: what to do, and where. */
export interface Step {
  title: string;
  note: ReactNode;
  isDone: boolean;
  href?: string;
  action?: string;
}

interface StepsHeadProps {
  title: string;
  steps: readonly Step[];
  /** Shown on the right. */
  children?: ReactNode;
}

/** The title of a list of steps, with the number of those that are done. */
export function StepsHead({ title, steps, children }: StepsHeadProps) {
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-5 py-4">
      <h2 className="text-section">{title}</h2>
      <span className="flex items-center gap-3">
        <span className="figures text-body text-ink-3">{texts.doneOfAll(done, steps.length)}</span>
        {children}
      </span>
    </div>
  );
}

/** Steps in their order; those that are not done lead to their page, the first of them by the primary button. */
export function StepList({ steps }: { steps: readonly Step[] }) {
  const next = steps.findIndex(({ href, isDone }) => href && !isDone);
  return (
    <ol>
      {steps.map(({ title, note, isDone, href, action }, index) => (
        <li key={title} className="flex items-center gap-4 border-edge border-t px-5 py-4">
          <span
            className={cn(
              "figures grid size-6 shrink-0 place-items-center self-start rounded-full text-meta",
              isDone ? "bg-brand-wash text-brand" : "border border-control text-ink-2",
            )}
          >
            {isDone ? <Check role="img" aria-label={texts.done} className="size-3.5" /> : index + 1}
          </span>
          <div className="mr-auto min-w-0">
            <p className="font-medium text-body">{title}</p>
            <p className="text-body text-ink-3">{note}</p>
          </div>
          {href && !isDone && (
            <Button asChild size="small" tone={index === next ? "primary" : "plain"}>
              <Link href={href}>{action}</Link>
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}
