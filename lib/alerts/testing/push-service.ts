import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A browser that has subscribed at the push service. */
export interface TestBrowser {
  /** As `PushSubscription.toJSON()` returns it. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** The messages that it got, decrypted. */
  messages: { title: string; text: string; path: string; tag: string }[];
  /** The public keys of the senders that signed them. */
  senders: string[];
}

/** A push service on this machine, for browsers on it. */
export interface PushService {
  subscribe(): TestBrowser;
  /** Answers the following messages with this status; 201 is that of an accepted one. */
  answerWith(status: number): void;
  /** How many requests arrived. */
  requests(): number;
  close(): Promise<void>;
}

const hmac = (key: Buffer, ...parts: (Buffer | string)[]) => {
  const digest = createHmac("sha256", key);
  for (const part of parts) digest.update(part);
  return digest.digest();
};

/** Decrypts a message as a browser does (RFC 8291, and RFC 8188 with one record). */
function decryptMessage(body: Buffer, keys: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body[20] ?? 0;
  const senderKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const shared = hmac(auth, keys.computeSecret(senderKey));
  const ikm = hmac(shared, "WebPush: info\0", keys.getPublicKey(), senderKey, Buffer.from([1]));
  const prk = hmac(salt, ikm);
  const key = hmac(prk, "Content-Encoding: aes128gcm\0", Buffer.from([1])).subarray(0, 16);
  const nonce = hmac(prk, "Content-Encoding: nonce\0", Buffer.from([1])).subarray(0, 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8");
}

/** Verifies the sender's token (RFC 8292) and returns the sender's public key. Throws if it is not for this service. */
function verifySender(authorization: string, origin: string): string {
  const [, token = "", key = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const publicKey = createPublicKey({ key: jwk, format: "jwk" });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString());
  const secondsLeft = exp - Date.now() / 1000;
  if (!isSigned || aud !== origin || secondsLeft < 0 || secondsLeft > 86_400 || !/^(mailto|https):/.test(sub))
    throw new Error("the message is not signed for this push service");
  return key;
}

/** Starts a push service on a free port. */
export async function startPushService(): Promise<PushService> {
  const receivers = new Map<string, (sender: string, body: Buffer) => void>();
  let status = 201;
  let requests = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    requests++;
    const receive = receivers.get(request.url ?? "");
    const { "content-encoding": encoding, ttl, authorization, host } = request.headers;
    if (!receive || encoding !== "aes128gcm" || !ttl) return response.writeHead(400).end();
    if (status === 201) receive(verifySender(authorization ?? "", `http://${host}`), Buffer.concat(chunks));
    return response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    subscribe: () => {
      const keys = createECDH("prime256v1");
      keys.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(8).toString("hex")}`;
      const p256dh = keys.getPublicKey("base64url");
      const browser: TestBrowser = {
        subscription: { endpoint: `${origin}${path}`, keys: { p256dh, auth: auth.toString("base64url") } },
        messages: [],
        senders: [],
      };
      receivers.set(path, (sender, body) => {
        browser.senders.push(sender);
        browser.messages.push(JSON.parse(decryptMessage(body, keys, auth)));
      });
      return browser;
    },
    answerWith: (next) => {
      status = next;
    },
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
