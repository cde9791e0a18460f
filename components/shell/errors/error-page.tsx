"use client";

import { useEffect, useRef, useState } from "react";
import { ArrowUpRight, RefreshCw } from "@/components/ui/icons/icons";
import { Instant } from "../../shared/format/instant";
import { ErrorPanel } from "../../shared/layout/error-panel";
import { theFaultIsOnOurSide } from "../../shared/requests/server-error-texts";
import { Button } from "../../ui/forms/button";
import * as texts from "./texts";

export interface ErrorBoundaryProps {
  error: Error & { digest?: string };
}

export interface ErrorPageProps extends ErrorBoundaryProps {
  title?: string;
}

/** Reloads the page: React's reset would only render the already received data again. */
const reload = () => window.location.reload();

/** Content of an error boundary. Shows the error's digest, which is the request's id in the server's log. */
export function ErrorPage({ title = texts.thisPageDidNotLoad, error }: ErrorPageProps) {
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
            <Button ref={button} tone="primary" onClick={reload}>
              <RefreshCw aria-hidden />
              {texts.tryAgain}
            </Button>
            <Button asChild>
              <a href="/api/health/ready">
                {texts.serviceStatus}
                <ArrowUpRight aria-hidden />
              </a>
            </Button>
          </>
        }
      >
        {theFaultIsOnOurSide}
      </ErrorPanel>
    </div>
  );
}
