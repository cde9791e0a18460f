import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { describeError } from "@/lib/core/errors/describe-error";
import { Failure } from "@/lib/core/errors/errors";
import { log } from "@/lib/log";
import { findSingleton, singleton } from "@/lib/process-singleton";
import type { PaymentFileRequest } from "../payment-file";
import type { ExportFile, FileBytes, Started } from "../slots";
import { NEXT, type OpenMessage, type Reply } from "./messages";

const SINGLETON = "export worker";
/** Concurrent exports hold a few megabytes; small limits make the thread collect early instead of growing. */
const HEAP_LIMITS = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 128 };

/**
 * The thread that writes the files of payments. An export allocates as much memory in a second as hundreds of reads, and
 * the garbage collections would stop the thread that answers requests (`docs/performance.md`). It is started with the
 * first export, and again after it has ended because of a fault.
 */
export class ExportWorker {
  private thread: Worker | undefined;

  constructor(private readonly program: URL) {}

  /** Opens a file in the thread; see `openPaymentFile`, whose errors it throws. Throws if the thread ends meanwhile. */
  async open(request: PaymentFileRequest): Promise<Started<ExportFile>> {
    const { port1: port, port2: theirPort } = new MessageChannel();
    const receive = receiver(port);
    const head = receive();
    this.thread ??= this.start();
    this.thread.postMessage({ request, port: theirPort } satisfies OpenMessage, [theirPort]);
    const reply = await head;
    if (reply.kind !== "head") throw new Error(`The export worker sent "${reply.kind}" before the head`);
    const { version, eventName } = reply;
    return { file: { version, eventName, bytes: chunksOf(port, receive) }, onEnd: () => port.close() };
  }

  /** Ends the thread; exports in it fail. */
  async stop(): Promise<void> {
    await this.thread?.terminate();
  }

  private start(): Worker {
    const thread = new Worker(this.program, { execArgv: [], resourceLimits: HEAP_LIMITS });
    thread.unref();
    thread.on("error", (error) => log.error({ reason: describeError(error) }, "the export worker failed"));
    thread.once("exit", () => {
      if (this.thread === thread) this.thread = undefined;
    });
    return thread;
  }
}

/** Returns the function that waits for the next reply of a port; it throws the reply's error, or if the port closes. */
function receiver(port: MessagePort): () => Promise<Reply> {
  return () =>
    new Promise((resolve, reject) => {
      const settle = () => {
        port.off("message", onMessage);
        port.off("close", onClose);
      };
      const onMessage = (reply: Reply) => {
        settle();
        if (reply.kind === "error") reject(toError(reply));
        else resolve(reply);
      };
      const onClose = () => {
        settle();
        reject(new Error("The export worker ended"));
      };
      port.on("message", onMessage).on("close", onClose);
    });
}

function toError({ message, failure }: Reply & { kind: "error" }): Error {
  return failure ? new Failure(failure.code, failure) : new Error(message);
}

/** The chunks of a file, each demanded when the consumer asks for it. */
async function* chunksOf(port: MessagePort, receive: () => Promise<Reply>): FileBytes {
  try {
    while (true) {
      const next = receive();
      port.postMessage(NEXT);
      const reply = await next;
      if (reply.kind !== "chunk") return;
      yield reply.bytes;
    }
  } finally {
    port.close();
  }
}

/** Makes this process write payment files in a separate thread that runs `program` (`dist/exports.mjs`). */
export function startExportWorker(program: URL): void {
  singleton(SINGLETON, () => new ExportWorker(program));
}

/** Ends the thread if there is one. */
export async function stopExportWorker(): Promise<void> {
  await findExportWorker()?.stop();
}

/** Returns the export worker; undefined if this process has none: a command or a test. */
export function findExportWorker(): ExportWorker | undefined {
  return findSingleton<ExportWorker>(SINGLETON);
}
