/** Writes the files that `ExportWorker` requests. */
import { parentPort } from "node:worker_threads";
import { describeError } from "@/lib/core/errors/describe-error";
import { isFailure } from "@/lib/core/errors/errors";
import { openPaymentFile } from "../payment-file";
import type { OpenMessage, Reply } from "./messages";

parentPort?.on("message", (message: OpenMessage) => void serve(message));

/** Opens a file, sends its head, and then a chunk for each demand, until the file or the port ends. */
async function serve({ request, port }: OpenMessage): Promise<void> {
  let isClosed = false;
  port.once("close", () => {
    isClosed = true;
  });
  const answer = async (produce: () => Promise<Reply>) =>
    port.postMessage(await produce().catch(toErrorReply));
  await answer(async () => {
    const { file, onEnd } = await openPaymentFile(request);
    port.on("message", () =>
      answer(async () => {
        const { done, value } = await file.bytes.next();
        return done ? { kind: "end" } : { kind: "chunk", bytes: value };
      }),
    );
    if (isClosed) onEnd?.();
    else port.once("close", () => onEnd?.());
    return { kind: "head", version: file.version, eventName: file.eventName };
  });
}

function toErrorReply(thrown: unknown): Reply {
  const message = describeError(thrown);
  if (!isFailure(thrown)) return { kind: "error", message };
  const { code, detail, headers, internal } = thrown;
  return { kind: "error", message, failure: { code, detail, headers, internal } };
}
