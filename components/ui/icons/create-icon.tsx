import type { ComponentType, SVGProps } from "react";

/** An icon of 24 × 24 in the text's colour, which screen readers skip. */
export type IconType = ComponentType<SVGProps<SVGSVGElement>>;

/** Creates an icon from the outline of its strokes. */
export function createIcon(outline: string): IconType {
  return function Icon(props) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={24}
        height={24}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
        {...props}
      >
        <path d={outline} />
      </svg>
    );
  };
}
