// The texts of ui/display.

// cn
export const insetInsetXInsetY =
  "inset inset-x inset-y top right bottom left z basis shrink order grid-cols grid-rows col col-start row-start";
export const gapGapXGapY = "gap gap-x gap-y items self place-items justify justify-self p px py pt pr pb pl";
export const mMxMyMtMr =
  "m mx my mt mr mb ml space-y size w h min-w min-h max-w max-h tracking leading align";
export const whitespaceBreakBreakInsideContent =
  "whitespace break break-inside content underline-offset overflow overflow-x overflow-y";
export const borderLBorderSpacingDivide =
  "border-l border-spacing divide-x divide-y outline-offset opacity transition duration ease";
export const animateTranslateXTranslateY =
  "animate translate-x translate-y appearance cursor pointer-events select accent fill grayscale list";
export const rowColRowReverse = "row col row-reverse";
export const leftCenterRight = "left center right";
export const prettyBalanceNowrapWrap = "pretty balance nowrap wrap";
export const solidDashed = "solid dashed";
export const separateCollapse = "separate collapse";
