import { Button } from "../../ui/forms/button";
import { asApiError } from "../requests/api";
import { SERVER_ERROR_TEXT } from "../requests/server-error-text";
import { ErrorPanel } from "./error-panel";

interface LoadFailedProps {
  /** What failed: "The payments did not load". */
  title: string;
  /** The error of the request, if its reference is displayed. */
  error?: unknown;
  onRetry: () => void;
}

/** Error shown instead of a part of a page that failed to load, with a button that loads it again. */
export function LoadFailed({ title, error, onRetry }: LoadFailedProps) {
  return (
    <ErrorPanel
      title={title}
      reference={error ? asApiError(error).requestId : undefined}
      action={<Button onClick={onRetry}>Try again</Button>}
    >
      {SERVER_ERROR_TEXT}
    </ErrorPanel>
  );
}
