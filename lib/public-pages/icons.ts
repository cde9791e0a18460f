const renderIcon = (path: string) =>
  `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`;

/** The icons of the payment page as SVG elements, which the page contains, because it loads nothing. */
export const BANK_ICON = renderIcon(
  "M10 18v-7M11.119 2.205a2 2 0 0 1 1.762 0l7.84 3.846A.5.5 0 0 1 20.5 7h-17a.5.5 0 0 1-.22-.949zM14 18v-7M18 18v-7M3 22h18M6 18v-7",
);
export const COPY_ICON = renderIcon(
  "M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2zM4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2",
);
export const SHIELD_ICON = renderIcon(
  "M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1zM9 12l2 2 4-4",
);
/** The logo, as `components/ui/display/logo.tsx` draws it. */
export const LOGO = `<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7.5" fill="var(--primary)"/><path d="M9.5 9v14M14 9v14M18.5 9v14M23 9v14" stroke="var(--primary-ink)" stroke-width="2.2" stroke-linecap="round"/><path d="M6 19.5 26 13" stroke="var(--tally)" stroke-width="2.4" stroke-linecap="round"/></svg>`;
