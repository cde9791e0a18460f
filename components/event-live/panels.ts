/** Grid of the three figure panels; the third moves below, then disappears, on narrow pages. */
export const PANELS =
  "grid grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] overflow-clip rounded-card border border-edge bg-surface max-md:grid-cols-1 max-md:rounded-phone @min-[960px]/page:grid-cols-[minmax(0,1.18fr)_minmax(0,1.52fr)_minmax(0,1fr)]";
