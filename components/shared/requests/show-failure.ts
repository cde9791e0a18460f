import { toast } from "../../ui/feedback/toast";
import { asApiError } from "./api";

/** Returns an error handler that shows a toast with `what` and the error's detail. */
export const showFailure = (what: string) => (thrown: unknown) =>
  toast({ tone: "failed", text: `${what} ${asApiError(thrown).detail}` });
