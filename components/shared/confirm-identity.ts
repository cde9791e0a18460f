import { sharedStore } from "../ui/shared-store";

/** Somebody has to confirm who they are before a request is repeated. */
export interface AskedIdentity {
  /** Says whether it was confirmed; anything else than `true` leaves the request refused. */
  settle: (isConfirmed: boolean) => void;
}

/** What is asked on this page now; the dialog shows it. */
export const askedIdentity = sharedStore<AskedIdentity | undefined>(undefined);

let pending: Promise<boolean> | undefined;

/** Asks for the password or a code, once for all requests that wait for it. Returns whether it was given. */
export function askIdentity(): Promise<boolean> {
  pending ??= new Promise<boolean>((resolve) => {
    askedIdentity.set({
      settle: (isConfirmed) => {
        pending = undefined;
        askedIdentity.set(undefined);
        resolve(isConfirmed);
      },
    });
  });
  return pending;
}
