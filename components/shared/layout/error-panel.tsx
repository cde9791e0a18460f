import type { ReactNode } from "react";
import { CircleAlert } from "@/components/ui/icons/icons";
import { cn } from "../../ui/display/cn";
import { CopyButton } from "../../ui/feedback/copy-button";
import { Button } from "../../ui/forms/button";
import { asApiError } from "../requests/api";
import { theFaultIsOnOurSide } from "../requests/server-error-texts";
import * as texts from "./texts";

interface ErrorPanelProps {
  /** What failed: "This event did not load". */
  title: ReactNode;
  /** The cause, and what is not affected. */
  children: ReactNode;
  /** The suggested action. */
  action: ReactNode;
  /** The request id, for support requests. */
  reference?: string | undefined;
  /** Time of the error. */
  at?: ReactNode;
  className?: string;
}

/** Error shown instead of content that failed to load. */
export function ErrorPanel({ title, children, action, reference, at, className }: ErrorPanelProps) {
  return (
    <div role="alert" className={cn("mx-auto w-full max-w-[440px] px-4 py-16", className)}>
      <span className="grid size-11 place-items-center rounded-card bg-red-wash text-red">
        <CircleAlert aria-hidden className="size-5" />
      </span>
      <h2 className="mt-5 text-stat">{title}</h2>
      <div className="mt-1.5 text-pretty text-ink-2 text-section font-normal">{children}</div>
      <div className="mt-4 flex flex-wrap gap-2">{action}</div>
      {(reference || at) && (
        <div className="mt-6 flex items-center gap-2 border-edge border-t pt-3.5 text-ink-3 text-meta">
          {reference && (
            <>
              {texts.quoteThisIfYouCallUs}
              <code className="font-mono text-ink-2">{reference}</code>
              <CopyButton text={reference} name={texts.theReference} />
            </>
          )}
          {at && <span className="figures ml-auto">{at}</span>}
        </div>
      )}
    </div>
  );
}

interface LoadFailedProps {
  /** What failed: "The payments did not load". */
  title: string;
  /** The error of the request: its cause and its reference are shown. */
  error: unknown;
  onRetry: () => void;
}

/**
 * Error shown instead of a part of a page that failed to load, with a button that loads it again. The cause is the error's own
 * unless the server failed.
 */
export function LoadFailed({ title, error: thrown, onRetry }: LoadFailedProps) {
  const error = asApiError(thrown);
  return (
    <ErrorPanel
      title={title}
      reference={error.requestId}
      action={<Button onClick={onRetry}>{texts.tryAgain}</Button>}
    >
      {error.status >= 500 ? theFaultIsOnOurSide : error.detail}
    </ErrorPanel>
  );
}
