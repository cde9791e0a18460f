import { SECURE_HEADERS } from "./envelope";

interface File {
  bytes: AsyncIterator<Uint8Array>;
  type: string;
  /** The name it is to be saved by, in any script. */
  name: string;
  headers?: Record<string, string>;
}

/** Answers a file piece by piece: each is made when the one before it has been taken, and none once nobody takes it. */
export function fileResponse({ bytes, type, name, headers }: File): Response {
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await bytes.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => void (await bytes.return?.()),
    },
    { highWaterMark: 0 },
  );
  const plain = name.normalize("NFD").replace(/[^\w.-]+/g, "-");
  return new Response(body, {
    headers: {
      ...SECURE_HEADERS,
      ...headers,
      "content-type": type,
      "content-disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  });
}
