import { normalise } from "./command-list";

/** A part of a text, and whether it is what was searched for. */
export interface TextPart {
  text: string;
  isMatch: boolean;
}

/** Returns for each character whether it is in one of the words. A mark over a letter belongs to that letter. */
function findMatched(characters: readonly string[], words: readonly string[]): boolean[] {
  const plain = characters.map(normalise);
  const owners = plain.flatMap((text, index) => Array.from({ length: text.length }, () => index));
  const all = plain.join("");
  const matched = new Set<number>();
  for (const word of words)
    for (let at = all.indexOf(word); at !== -1; at = all.indexOf(word, at + 1))
      for (const owner of owners.slice(at, at + word.length)) matched.add(owner);
  let isMatch = false;
  return plain.map((text, index) => {
    if (text) isMatch = matched.has(index);
    return isMatch;
  });
}

/** Splits a text into the parts that match a word of the query, ignoring case and diacritics, and those between. */
export function splitMatches(text: string, typed: string): TextPart[] {
  const characters = [...text];
  const matched = findMatched(characters, normalise(typed).split(/\s+/).filter(Boolean));
  const parts: TextPart[] = [];
  for (const [index, character] of characters.entries()) {
    const isMatch = matched[index] === true;
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += character;
    else parts.push({ text: character, isMatch });
  }
  return parts;
}
