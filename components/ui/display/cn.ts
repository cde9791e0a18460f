import { type ClassValue, clsx } from "clsx";
import { createTailwindMerge } from "tailwind-merge";

const any = () => true;
const isNumber = (value: string) => /^\d+$/.test(value);
const isLength = (value: string) => /^\[(?:[\d.]|clamp\()/.test(value);
const isImage = (value: string) => /^\[(?:linear-gradient|url)\(/.test(value);

/** Returns one group for each prefix, containing all classes with it. */
const prefixGroups = (prefixes: string) =>
  Object.fromEntries(prefixes.split(" ").map((prefix) => [prefix, [{ [prefix]: ["", any] }]]));
/** Returns a group of the given classes with a prefix. */
const fixedGroup = (prefix: string, classes: string) => [{ [prefix]: classes.split(" ") }];

const SIDES = ["t", "r", "b", "l"];
const sidesOf = (group: string, ...sides: string[]) => sides.map((side) => `${group}${side}`);
const axes = (group: string) => ({
  [group]: sidesOf(group, "x", "y", ...SIDES),
  [`${group}x`]: sidesOf(group, "r", "l"),
  [`${group}y`]: sidesOf(group, "t", "b"),
});

/**
 * Merge rules of the classes in use, about a quarter of tailwind-merge's: the rest would be downloaded with
 * every page. `cn.test.ts` checks that both agree. Distinguishes our own text sizes from colours.
 */
const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: {
    ...prefixGroups(
      "inset inset-x inset-y top right bottom left z basis shrink order grid-cols grid-rows col col-start row-start",
    ),
    ...prefixGroups("gap gap-x gap-y items self place-items justify justify-self p px py pt pr pb pl"),
    ...prefixGroups("m mx my mt mr mb ml space-y size w h min-w min-h max-w max-h tracking leading align"),
    ...prefixGroups("whitespace break break-inside content underline-offset overflow overflow-x overflow-y"),
    ...prefixGroups(
      "rounded rounded-t rounded-r rounded-b rounded-l border-x border-y border-t border-r border-b",
    ),
    ...prefixGroups(
      "border-l border-spacing divide-x divide-y outline-offset opacity transition duration ease",
    ),
    ...prefixGroups(
      "animate translate-x translate-y appearance cursor pointer-events select accent fill grayscale list",
    ),
    display: [
      ..."block inline-block inline inline-flex inline-grid table table-cell contents hidden".split(" "),
      ...["flex", "grid"],
    ],
    position: "static fixed absolute relative sticky".split(" "),
    flex: [{ flex: [any] }],
    "flex-direction": fixedGroup("flex", "row col row-reverse"),
    "flex-wrap": fixedGroup("flex", "wrap nowrap"),
    container: [{ "@container": ["", any] }],
    "font-size": [
      ...fixedGroup(
        "text",
        "axis meta body touch section drawer dialog page stat figure figure-lg hero wallboard",
      ),
      { text: [isLength] },
    ],
    "text-align": fixedGroup("text", "left center right"),
    "text-wrap": fixedGroup("text", "pretty balance nowrap wrap"),
    "text-color": [{ text: [any] }],
    "font-family": fixedGroup("font", "sans mono"),
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
    "border-style": fixedGroup("border", "solid dashed"),
    "border-collapse": fixedGroup("border", "separate collapse"),
    "border-color": [{ border: [any] }],
    "divide-color": [{ divide: [any] }],
    "outline-style": fixedGroup("outline", "none"),
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

/** Joins class names; of two conflicting ones, the later is kept. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
