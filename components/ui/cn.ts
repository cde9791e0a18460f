import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

const TEXT_SIZES = [
  "axis",
  "meta",
  "body",
  "touch",
  "section",
  "drawer",
  "dialog",
  "page",
  "stat",
  "figure",
  "figure-lg",
  "hero",
  "wall",
];

/** Knows our sizes, or `text-body text-ink` would read as two colours of which the last one wins. */
const merge = extendTailwindMerge({
  extend: {
    theme: {
      radius: ["chip", "field", "card", "phone", "dialog", "wall"],
      shadow: ["button", "pop", "high"],
    },
    classGroups: { "font-size": [{ text: TEXT_SIZES }] },
  },
});

/** Joins class names; of two that say the same thing, the later one is kept. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
