import * as texts from "./texts";
import "@fontsource-variable/inter/opsz.css";
import "@fontsource-variable/geist-mono/wght.css";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { ANNOUNCE_COOKIE, KEYS_COOKIE, readTheme, THEME_COOKIE, themeClass } from "@/components/shell/theme";
import "./globals.css";
import { PreloadFonts } from "./typeface/preload-fonts";

export const metadata: Metadata = {
  title: { default: "Takings", template: "%s · Takings" },
  description: texts.eventPaymentCollectionForNigeria,
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f6f7f6" },
    { media: "(prefers-color-scheme: dark)", color: "#0a0e0c" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const cookieStore = await cookies();
  const theme = readTheme(cookieStore.get(THEME_COOKIE)?.value);
  return (
    <html
      lang="en-NG"
      className={themeClass(theme)}
      data-keys={cookieStore.get(KEYS_COOKIE)?.value}
      data-announce={cookieStore.get(ANNOUNCE_COOKIE)?.value}
    >
      <head>
        <PreloadFonts />
      </head>
      <body className="bg-canvas font-sans text-ink antialiased">{children}</body>
    </html>
  );
}
