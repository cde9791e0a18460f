import { request } from "node:http";
import { performance } from "node:perf_hooks";

/** A subscriber of an event's stream, and when it received each payment's number. */
interface Watcher {
  /** When the first figures that include a payment arrived, indexed by the payment's number (from 1). */
  seenAt: number[];
  isOpen: boolean;
  close(): void;
}

/** The subscribers of a stream. */
export interface Subscribers {
  watchers: Watcher[];
  close(): void;
}

const ID = /^id: \d+:(\d+)$/gm;

function watch(port: number, path: string, cookie: string): Promise<Watcher> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, host: "127.0.0.1", path, headers: { cookie } });
    const watcher: Watcher = { seenAt: [], isOpen: true, close: () => outgoing.destroy() };
    outgoing.once("error", reject);
    outgoing.once("response", (incoming) => {
      if (incoming.statusCode !== 200) reject(new Error(`the stream was refused: ${incoming.statusCode}`));
      incoming.setEncoding("latin1");
      incoming.on("data", (text: string) => {
        const at = performance.now();
        for (const [, count] of text.matchAll(ID)) {
          for (let number = watcher.seenAt.length; number <= Number(count); number++) watcher.seenAt.push(at);
        }
        resolve(watcher);
      });
      incoming.on("close", () => {
        watcher.isOpen = false;
      });
      incoming.on("error", () => undefined);
    });
    outgoing.end();
  });
}

/** What a person enters, and what their browser and proxy add. */
export interface SignInForm {
  email: string;
  password: string;
  /** The cookies of an earlier sign-in, by which its browser is known. */
  cookie?: string;
  /** The client's address as a proxy forwards it. */
  address?: string;
}

const cookiesOf = (answer: Response) => answer.headers.getSetCookie().map((one) => one.split(";")[0]);

/** Sends the sign-in form as the page does. */
export async function sendSignInForm(
  port: number,
  { cookie = "", address, ...login }: SignInForm,
): Promise<Response> {
  const base = `http://127.0.0.1:${port}/api/auth`;
  const csrf = await fetch(`${base}/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  return fetch(`${base}/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: {
      cookie: [...cookiesOf(csrf), cookie].filter(Boolean).join("; "),
      ...(address !== undefined && { "x-forwarded-for": address }),
    },
    body: new URLSearchParams({ ...login, csrfToken, json: "true" }),
  });
}

/** Signs a member in. Returns the cookies. */
export async function signIn(port: number, login: SignInForm): Promise<string> {
  const answer = await sendSignInForm(port, login);
  if (!answer.ok) throw new Error(`the sign-in was refused: ${answer.status}`);
  return cookiesOf(answer).join("; ");
}

/** Opens this many streams of one event. */
export async function subscribe(given: {
  port: number;
  path: string;
  /** One for each stream, because a sign-in has at most six. */
  cookies: readonly string[];
}): Promise<Subscribers> {
  const watchers: Watcher[] = [];
  while (watchers.length < given.cookies.length) {
    const next = given.cookies.slice(watchers.length, watchers.length + 25);
    const opened = next.map((cookie) => watch(given.port, given.path, cookie));
    watchers.push(...(await Promise.all(opened)));
  }
  return { watchers, close: () => watchers.forEach((watcher) => void watcher.close()) };
}
