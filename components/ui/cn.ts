import { type ClassValue, clsx } from "clsx";
import { createTailwindMerge } from "tailwind-merge";

const any = () => true;
const isNumber = (value: string) => /^\d+$/.test(value);
const isLength = (value: string) => /^\[(?:[\d.]|clamp\()/.test(value);
const isImage = (value: string) => /^\[(?:linear-gradient|url)\(/.test(value);

/** Groups of all classes with one prefix, each named by it. */
const prefixed = (prefixes: string) =>
  Object.fromEntries(prefixes.split(" ").map((prefix) => [prefix, [{ [prefix]: ["", any] }]]));
/** A group of some classes with a prefix. */
const some = (prefix: string, classes: string) => [{ [prefix]: classes.split(" ") }];

const SIDES = ["t", "r", "b", "l"];
const sidesOf = (group: string, ...sides: string[]) => sides.map((side) => `${group}${side}`);
const axes = (group: string) => ({
  [group]: sidesOf(group, "x", "y", ...SIDES),
  [`${group}x`]: sidesOf(group, "r", "l"),
  [`${group}y`]: sidesOf(group, "t", "b"),
});

/**
 * What the classes we use say, a fourth of what tailwind-merge knows of Tailwind: the rest would be fetched with every
 * page and never asked. A test holds the two together. Among our own text sizes and colours it tells which is which.
 */
const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: {
    ...prefixed(
      "inset inset-x inset-y top right bottom left z basis shrink order grid-cols grid-rows col col-start row-start",
    ),
    ...prefixed("gap gap-x gap-y items self place-items justify justify-self p px py pt pr pb pl"),
    ...prefixed("m mx my mt mr mb ml space-y size w h min-w min-h max-w max-h tracking leading align"),
    ...prefixed("whitespace break break-inside content underline-offset overflow overflow-x overflow-y"),
    ...prefixed(
      "rounded rounded-t rounded-r rounded-b rounded-l border-x border-y border-t border-r border-b",
    ),
    ...prefixed("border-l border-spacing divide-x divide-y outline-offset opacity transition duration ease"),
    ...prefixed(
      "animate translate-x translate-y appearance cursor pointer-events select accent fill grayscale",
    ),
    display: [
      ..."block inline-block inline inline-flex inline-grid table table-cell contents hidden".split(" "),
      ...["flex", "grid"],
    ],
    position: "static fixed absolute relative sticky".split(" "),
    flex: [{ flex: [any] }],
    "flex-direction": some("flex", "row col row-reverse"),
    "flex-wrap": some("flex", "wrap nowrap"),
    container: [{ "@container": ["", any] }],
    "font-size": [
      ...some("text", "axis meta body touch section drawer dialog page stat figure figure-lg hero wall"),
      { text: [isLength] },
    ],
    "text-align": some("text", "left center right"),
    "text-wrap": some("text", "pretty balance nowrap wrap"),
    "text-color": [{ text: [any] }],
    "font-family": some("font", "sans mono"),
    "font-weight": [{ font: [any] }],
    "text-transform": ["uppercase", "lowercase", "capitalize", "normal-case"],
    "text-overflow": ["truncate", "text-ellipsis"],
    "text-decoration": ["underline", "no-underline"],
    "font-smoothing": ["antialiased"],
    "fvn-spacing": ["tabular-nums"],
    "bg-size": [{ "bg-size": [any] }],
    "bg-image": [{ bg: [isImage] }],
    "bg-color": [{ bg: [any] }],
    border: [{ border: ["", isNumber] }],
    "border-style": some("border", "solid dashed"),
    "border-collapse": some("border", "separate collapse"),
    "border-color": [{ border: [any] }],
    "divide-color": [{ divide: [any] }],
    "outline-style": some("outline", "none"),
    "outline-w": [{ outline: [isNumber] }],
    "outline-color": [{ outline: [any] }],
    shadow: [{ shadow: [any] }],
    "ring-w": [{ ring: ["", isNumber] }],
    "ring-color": [{ ring: [any] }],
    sr: ["sr-only", "not-sr-only"],
  },
  conflictingClassGroups: {
    ...axes("p"),
    ...axes("m"),
    ...axes("border-"),
    border: sidesOf("border-", "x", "y", ...SIDES),
    inset: ["inset-x", "inset-y", "top", "right", "bottom", "left"],
    "inset-x": ["right", "left"],
    "inset-y": ["top", "bottom"],
    flex: ["basis", "shrink"],
    gap: ["gap-x", "gap-y"],
    size: ["w", "h"],
    overflow: ["overflow-x", "overflow-y"],
    rounded: sidesOf("rounded-", ...SIDES),
    "font-size": ["leading"],
  },
  conflictingClassGroupModifiers: { "font-size": ["leading"] },
  orderSensitiveModifiers: ["*", "**", "after", "before"],
}));

/** Joins class names; of two that say the same thing, the later one is kept. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
