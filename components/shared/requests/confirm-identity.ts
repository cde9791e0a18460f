import { sharedStore } from "../../ui/browser/shared-store";

/** A request to confirm the member's identity before an API request is repeated. */
export interface IdentityRequest {
  /** Ends the request; `true` means the identity was confirmed. */
  complete: (isConfirmed: boolean) => void;
}

/** The current request of this page; the dialog shows it. */
export const identityRequest = sharedStore<IdentityRequest | undefined>(undefined);

let pending: Promise<boolean> | undefined;

/**
 * Asks for the password or a code, once for all API requests that wait for it. Resolves to whether it was
 * confirmed.
 */
export function requestIdentity(): Promise<boolean> {
  pending ??= new Promise<boolean>((resolve) => {
    identityRequest.set({
      complete: (isConfirmed) => {
        pending = undefined;
        identityRequest.set(undefined);
        resolve(isConfirmed);
      },
    });
  });
  return pending;
}
