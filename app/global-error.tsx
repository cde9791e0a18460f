"use client";

import "@fontsource-variable/inter/opsz.css";
import "./globals.css";
import { type Failed, FailedPage } from "@/components/shell/failed-page";

/** Stands in for the whole document where its frame failed, and so brings a frame of its own. */
export default function DocumentFailed(given: Failed) {
  return (
    <html lang="en-NG">
      <body className="bg-canvas font-sans text-ink antialiased">
        <title>Takings</title>
        <main>
          <FailedPage {...given} />
        </main>
      </body>
    </html>
  );
}
