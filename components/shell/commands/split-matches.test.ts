/** Guarantee: what was searched for is marked in a text as written, and no character of the text is lost. */
import { expect, test } from "vitest";
import { splitMatches } from "./split-matches";

const marked = (text: string, typed: string) =>
  splitMatches(text, typed)
    .map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join("");

test.each([
  ["Aisha Bello", "bello", "Aisha [Bello]"],
  ["Bello Saidu", "sai bello", "[Bello] [Sai]du"],
  ["Ọláídé Adébáyọ̀", "olaide", "[Ọláídé] Adébáyọ̀"],
  ["Ola\u0301 Eze", "ola", "[Ola\u0301] Eze"],
  ["Anna", "an na", "[Anna]"],
  ["Aisha Bello", "12,500", "Aisha Bello"],
  ["Aisha Bello", " ", "Aisha Bello"],
  ["", "bello", ""],
])("%s, searched for %s, is %s", (text, typed, shown) => {
  expect(marked(text, typed)).toBe(shown);
});
