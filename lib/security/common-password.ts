/** Fewer guesses than a million: a word of the lists of leaked passwords, or a simple variation of one (zxcvbn's scale 0 to 4). */
const LEAST_SCORE = 2;
/** The estimate takes longer the longer the text is; forty characters that are hard to guess are so whatever follows. */
const LONGEST_ESTIMATED = 40;

async function loadEstimator() {
  // Thirty thousand leaked passwords: read when a password is first set, not at every start.
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

let estimator: ReturnType<typeof loadEstimator> | undefined;

/** The words of what is known of a person: each by itself, and an address and a name as people type them together. */
function wordsOf(about: readonly string[]): string[] {
  const words = about.flatMap((one) => {
    const [local = ""] = one.split("@");
    const parts = one.split(/[^\p{L}\p{N}]+/u);
    return [one, local, local.replaceAll(/[^\p{L}\p{N}]+/gu, ""), ...parts];
  });
  return words.filter(({ length }) => length > 2);
}

/**
 * Whether a password is among those that are tried first: leaked and common ones, keyboard patterns, repetitions, dates, and
 * what is known of the person (`about`: e-mail address, name, organisation). Asks no other machine.
 */
export async function isCommonPassword(password: string, about: readonly string[] = []): Promise<boolean> {
  estimator ??= loadEstimator();
  const text = password.normalize("NFKC").slice(0, LONGEST_ESTIMATED);
  return (await estimator).check(text, wordsOf(about)).score < LEAST_SCORE;
}
