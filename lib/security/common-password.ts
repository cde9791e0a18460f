/** The lowest accepted zxcvbn score (0 to 4): a million guesses, so no leaked password or simple variation of one. */
const MIN_SCORE = 2;
/** Only this many characters are scored: the time grows with the length, and further characters cannot lower the score. */
const MAX_SCORED_LENGTH = 40;

async function loadEstimator() {
  // Thirty thousand leaked passwords: loaded when a password is first set, not at every start.
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

let estimator: ReturnType<typeof loadEstimator> | undefined;

/** Splits personal data into words that a password may be built from: whole, as words, and joined without separators. */
function toUserWords(about: readonly string[]): string[] {
  const words = about.flatMap((text) => {
    const [local = ""] = text.split("@");
    const parts = text.split(/[^\p{L}\p{N}]+/u);
    return [text, local, local.replaceAll(/[^\p{L}\p{N}]+/gu, ""), ...parts];
  });
  return words.filter(({ length }) => length > 2);
}

/**
 * Whether a password is easy to guess: leaked and common ones, keyboard patterns, repetitions, dates, and personal data
 * (`about`: e-mail address, name, organisation). Works offline.
 */
export async function isCommonPassword(password: string, about: readonly string[] = []): Promise<boolean> {
  estimator ??= loadEstimator();
  const text = password.normalize("NFKC").slice(0, MAX_SCORED_LENGTH);
  return (await estimator).check(text, toUserWords(about)).score < MIN_SCORE;
}
