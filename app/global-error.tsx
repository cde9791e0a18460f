"use client";

import "@fontsource-variable/inter/opsz.css";
import "./globals.css";
import PageFailed from "./error";

/** Stands in for the whole document where its frame failed, and so brings a frame of its own. */
export default function DocumentFailed(given: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en-NG">
      <body className="bg-canvas font-sans text-ink antialiased">
        <title>Takings</title>
        <PageFailed {...given} />
      </body>
    </html>
  );
}
