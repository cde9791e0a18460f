import type { MessagePort } from "node:worker_threads";
import type { ErrorCode, Failure } from "@/lib/core/errors/errors";
import type { PaymentFileRequest } from "../payment-file";

/** What the service's thread sends to the export worker: a request, and the port for the messages of this export. */
export interface OpenMessage {
  request: PaymentFileRequest;
  port: MessagePort;
}

/** The message that demands the next chunk of an export. Closing the port ends the export. */
export const NEXT = "next";

/** What the export worker sends to the port: first the head, then one message for each demand. */
export type Reply =
  | { kind: "head"; version: bigint; eventName: string }
  | { kind: "chunk"; bytes: Uint8Array }
  | { kind: "end" }
  | { kind: "error"; message: string; failure?: FailureParts };

/** A `Failure` as plain values: a class does not pass to another thread. */
interface FailureParts extends Pick<Failure, "detail" | "headers" | "internal"> {
  code: ErrorCode;
}
