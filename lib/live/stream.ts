import { FIRST_FRAME, type Frame } from "./update";

/** What may wait for a client that does not read: a second greeting and some minutes' figures. Beyond, it is cut. */
const MAX_PENDING_BYTES = 512 * 1024;

/** One open stream: what it is sent goes out as fast as its client takes it. */
export interface Outlet {
  readonly body: ReadableStream<Uint8Array>;
  readonly isOpen: boolean;
  send(frame: Frame): void;
  /** Ends the stream as if all had been said; the client comes again. */
  end(): void;
}

/** Opens a stream. `onGone` runs once, when its client has left, does not read, or the stream was ended. */
export function openOutlet(onGone: () => void): Outlet {
  let isOpen = true;
  const gone = () => {
    if (!isOpen) return false;
    isOpen = false;
    onGone();
    return true;
  };
  let sink: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        sink = controller;
        controller.enqueue(FIRST_FRAME);
      },
      cancel: () => void gone(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_PENDING_BYTES }),
  );
  return {
    body,
    get isOpen() {
      return isOpen;
    },
    send(frame) {
      if (!isOpen) return;
      if ((sink.desiredSize ?? 0) <= 0 && gone()) sink.error(new Error("the client does not read"));
      else sink.enqueue(frame);
    },
    end() {
      if (gone()) sink.close();
    },
  };
}
