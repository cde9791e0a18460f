import "@fontsource-variable/inter/opsz.css";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import "./globals.css";

export const metadata: Metadata = {
  title: "Takings",
  description: "Event payment collection for Nigeria.",
};

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-NG">
      <body className="bg-canvas font-sans text-ink antialiased">{children}</body>
    </html>
  );
}
