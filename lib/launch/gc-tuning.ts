import { setFlagsFromString } from "node:v8";

/** How much more than was in use after the last collection the heap may hold before the next one. */
const GROWTH_PERCENT = 50;

/**
 * Has the heap collected before it has grown by more than half. V8 by itself lets it grow to three or four times what
 * is in use: each young collection moves what a request holds at that moment to where only a full one finds it dead,
 * so that one long page made the process 130 MB larger while no more than 1 MB of it was ever in use.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
