import type { Step } from "./generator";

/** Tells the model what has been done. */
export interface Note {
  (): void;
  /** The reference of the payment that it may have recorded. */
  reference?: string;
}

/**
 * The notes of steps that were done at once, in the order in which they happened by these lists of references, oldest
 * first. A payment that no list holds came after the close.
 */
export function inOrder(notes: readonly { step: Step; note: Note }[], listed: readonly string[]): Note[] {
  const rankOf = ({ step, note: { reference } }: { step: Step; note: Note }) => {
    if (step.do === "close") return listed.length;
    if (reference === undefined) return -1;
    const position = listed.indexOf(reference);
    return position < 0 ? listed.length + 1 : position;
  };
  return notes.toSorted((one, other) => rankOf(one) - rankOf(other)).map(({ note }) => note);
}

/** What one step does to what other steps of the same moment do. */
interface Effects {
  /** What no other step may take too. */
  takes?: string[];
  /** What others may do as well, unless they avoid it. */
  marks?: string[];
  /** What no step beside this one may take or mark. */
  avoids?: string[];
}

/** The effects of a step that is about these payments, each as `bank key`. */
function effectsOf(step: Step, payments: readonly string[]): Effects {
  const each = (...what: string[]) => what.flatMap((one) => payments.map((payment) => `${one} ${payment}`));
  switch (step.do) {
    case "tell":
    case "reverse":
      return { takes: each(step.do), avoids: each("decide") };
    case "settle":
      return { takes: [`settlements of ${step.by}`], marks: each("settle"), avoids: each("decide") };
    case "decide":
      return {
        ...{ takes: each("decide"), marks: ["decide"] },
        avoids: [...each("tell", "reverse", "settle"), "close"],
      };
    case "close":
      return { marks: ["close"], avoids: ["decide"] };
    case "assign":
      return { takes: ["the roster"] };
    default:
      return {};
  }
}

/** Of some steps those whose outcome, but for numbers and the close, does not depend on which comes first. */
export function commuting(steps: readonly Step[], paymentsOf: (step: Step) => readonly string[]): Step[] {
  const done = new Set<string>();
  return steps.filter((step) => {
    const { takes = [], marks = [], avoids = [] } = effectsOf(step, paymentsOf(step));
    if ([...takes, ...avoids].some((one) => done.has(one))) return false;
    for (const one of [...takes, ...marks]) done.add(one);
    return true;
  });
}
