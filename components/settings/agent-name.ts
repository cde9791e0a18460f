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

const nameIn = (agent: string, names: readonly (readonly [string, string])[]) =>
  names.find(([token]) => agent.includes(token))?.[1];

/** What people call a browser that calls itself by a user agent: `Chrome on Windows`. */
export function agentName(agent: string): string {
  const browser = nameIn(agent, BROWSERS) ?? "Another browser";
  const system = nameIn(agent, SYSTEMS);
  return system ? `${browser} on ${system}` : browser;
}
