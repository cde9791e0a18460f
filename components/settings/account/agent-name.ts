const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR", "Opera"],
  ["SamsungBrowser", "Samsung Internet"],
  ["Firefox", "Firefox"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"],
] as const;

const SYSTEMS = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS X", "Mac"],
  ["CrOS", "Chromebook"],
  ["Linux", "Linux"],
] as const;

const findName = (agent: string, names: readonly (readonly [string, string])[]) =>
  names.find(([token]) => agent.includes(token))?.[1];

/** Formats a User-Agent header as a readable name, such as `Chrome on Windows`. */
export function agentName(agent: string): string {
  const browser = findName(agent, BROWSERS) ?? "Another browser";
  const system = findName(agent, SYSTEMS);
  return system ? `${browser} on ${system}` : browser;
}
