import type { Config } from "tailwindcss";

/** The sources that Tailwind scans for class names, and the font families; all other tokens are in `app/globals.css`. */
export default {
  content: ["./app/**/*.{ts,tsx}", "./components/**/*.{ts,tsx}"],
  theme: {
    extend: {
      fontFamily: {
        sans: ["Inter Early", "Inter Variable", "Inter Stand-in", "system-ui", "sans-serif"],
        mono: ["Geist Mono Variable", "ui-monospace", "SFMono-Regular", "Menlo", "monospace"],
      },
    },
  },
} satisfies Config;
