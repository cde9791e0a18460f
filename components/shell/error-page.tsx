"use client";

import { ArrowUpRight, RefreshCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ErrorPanel } from "../shared/error-panel";
import { Instant } from "../shared/instant";
import { SERVER_ERROR_TEXT } from "../shared/server-error-text";
import { Button } from "../ui/button";

export interface Failed {
  error: Error & { digest?: string };
}

export interface FailedPageProps extends Failed {
  title?: string;
}

/** Asks the server anew: what React would try again is only what it has been sent already. */
const again = () => window.location.reload();

/** Stands in for a page that failed. The digest is the server's mark of the failure in its log. */
export function ErrorPage({ title = "This page did not load", error }: FailedPageProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [at] = useState(() => new Date().toISOString());
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="grid min-h-[70dvh] place-items-center">
      <ErrorPanel
        title={title}
        reference={error.digest}
        at={<Instant at={at} />}
        action={
          <>
            <Button ref={button} tone="primary" onClick={again}>
              <RefreshCw aria-hidden />
              Try again
            </Button>
            <Button asChild>
              <a href="/api/health/ready">
                Service status
                <ArrowUpRight aria-hidden />
              </a>
            </Button>
          </>
        }
      >
        {SERVER_ERROR_TEXT}
      </ErrorPanel>
    </div>
  );
}
