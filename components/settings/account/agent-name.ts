import * as texts from "./texts";

const BROWSERS = [
  [texts.edg, "Edge"],
  ["OPR", "Opera"],
  [texts.samsungBrowser, texts.samsungInternet],
  ["Firefox", "Firefox"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"],
] as const;

const SYSTEMS = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS X", texts.mac],
  [texts.crOS, texts.chromebook],
  ["Linux", "Linux"],
] as const;

const findName = (agent: string, names: readonly (readonly [string, string])[]) =>
  names.find(([token]) => agent.includes(token))?.[1];

/** Formats a User-Agent header as a readable name, such as `Chrome on Windows`. */
export function agentName(agent: string): string {
  const browser = findName(agent, BROWSERS) ?? texts.anotherBrowser;
  const system = findName(agent, SYSTEMS);
  return system ? texts.browserOnSystem(browser, system) : browser;
}
