"use client";

import * as texts from "./texts";
import "@fontsource-variable/inter/opsz.css";
import "./globals.css";
import { theFaultIsOnOurSide } from "@/components/shared/requests/server-error-texts";
import type { ErrorBoundaryProps } from "@/components/shell/errors/error-page";

/**
 * Error boundary for the root layout; renders a document of its own. It is part of every page's script, because it could
 * not be fetched while the server is unreachable, and therefore small.
 */
export default function DocumentFailed({ error }: ErrorBoundaryProps) {
  return (
    <html lang="en-NG">
      <body className="bg-canvas font-sans text-ink antialiased">
        <title>{texts.takings}</title>
        <main className="grid min-h-[70dvh] place-items-center">
          <div role="alert" className="mx-auto w-full max-w-[440px] px-4 py-16">
            <h1 className="text-stat">{texts.thisPageDidNotLoad}</h1>
            <p className="mt-1.5 text-pretty text-ink-2 text-section font-normal">{theFaultIsOnOurSide}</p>
            <button
              type="button"
              className="mt-4 h-8 rounded-chip bg-primary px-3 font-medium text-body text-primary-ink"
              onClick={() => window.location.reload()}
            >
              {texts.tryAgain}
            </button>
            {error.digest && (
              <p className="mt-6 border-edge border-t pt-3.5 text-ink-3 text-meta">
                {texts.quoteThisIfYouCallUs}
                <code className="font-mono text-ink-2">{error.digest}</code>
              </p>
            )}
          </div>
        </main>
      </body>
    </html>
  );
}
