import { sharedStore } from "../../ui/browser/shared-store";

/** A question to the member that pauses API requests before they are repeated. */
export interface Prompt {
  /** Ends the question; `true` means that the requests are repeated. */
  complete: (isRepeated: boolean) => void;
}

/** Returns a store of the current question of this page, which a dialog shows, and a function that asks it. */
function createPrompt() {
  const current = sharedStore<Prompt | undefined>(undefined);
  let pending: Promise<boolean> | undefined;
  const ask = () => {
    pending ??= new Promise<boolean>((resolve) => {
      current.set({
        complete: (isRepeated) => {
          pending = undefined;
          current.set(undefined);
          resolve(isRepeated);
        },
      });
    });
    return pending;
  };
  return { current, ask };
}

/** Asks for the password or a code, once for all API requests that wait for it. */
export const identityPrompt = createPrompt();

/** Asks a member whose sign-in has ended to sign in in another tab, once for all API requests that wait for it. */
export const signInPrompt = createPrompt();
