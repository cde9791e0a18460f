import { OFFLINE_TOTALS_KEY } from "@/lib/core/paths";

/** Erases the stored totals: at sign-out, and when another organisation is opened. */
export function eraseLastTotals(): void {
  try {
    localStorage.removeItem(OFFLINE_TOTALS_KEY);
  } catch {}
}
