import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

/** The names that `app/theme.css` adds to Tailwind's theme; colours need none, because any name is a colour. */
const THEME = {
  text: "axis meta body touch section drawer dialog page stat figure figure-lg hero wallboard".split(" "),
  radius: "chip field card phone dialog wallboard".split(" "),
  shadow: "button pop high".split(" "),
  animate: "drawer-in dialog-in toast-in fade-in wash ring".split(" "),
};

const merge = extendTailwindMerge({ extend: { theme: THEME } });

/** Joins class names; of two conflicting ones, the later is kept. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
