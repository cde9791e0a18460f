import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";

/** Returns the name of an endpoint; the host of its URL if it has none. */
export const endpointName = ({ name, url }: { name: string; url: string }): string =>
  stripInvisibleCharacters(name) || new URL(url).host;
