import { startServices } from "./service";

/** Playwright runs what comes back when the run is over. */
export default function setup(): Promise<() => Promise<void>> {
  return startServices();
}
