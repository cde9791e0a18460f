import { SECURE_HEADERS } from "./envelope";

interface File {
  bytes: AsyncIterator<Uint8Array>;
  type: string;
  /** The file name, in any script. */
  name: string;
  headers?: Record<string, string>;
}

/** Creates a response that streams a file. A chunk is produced only when the client has read the one before it. */
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
  const asciiName = name.normalize("NFD").replace(/[^\w.-]+/g, "-");
  return new Response(body, {
    headers: {
      ...SECURE_HEADERS,
      ...headers,
      "content-type": type,
      "content-disposition": `attachment; filename="${asciiName}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  });
}
