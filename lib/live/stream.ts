import { FIRST_FRAME, type Frame } from "./update";

/** Buffer limit for a slow client: a second initial frame and some minutes of updates. Beyond it the stream is aborted. */
const MAX_PENDING_BYTES = 512 * 1024;

/** The write side of one open stream. */
export interface StreamWriter {
  readonly body: ReadableStream<Uint8Array>;
  readonly isOpen: boolean;
  send(frame: Frame): void;
  /** Closes the stream normally; the client reconnects. */
  end(): void;
}

/** Opens a stream. `onClose` runs once: when the client disconnects, is too slow, or the stream is ended. */
export function openStream(onClose: () => void): StreamWriter {
  let isOpen = true;
  const close = () => {
    if (!isOpen) return false;
    isOpen = false;
    onClose();
    return true;
  };
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened;
        opened.enqueue(FIRST_FRAME);
      },
      cancel: () => void close(),
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
      if ((controller.desiredSize ?? 0) <= 0 && close())
        controller.error(new Error("the client does not read"));
      else controller.enqueue(frame);
    },
    end() {
      if (close()) controller.close();
    },
  };
}
